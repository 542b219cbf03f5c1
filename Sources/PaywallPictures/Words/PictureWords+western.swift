extension PictureWords {
  /// Units as `Intl.NumberFormat` of Node 20 (CLDR 48) writes them, a form for each plural category of the
  /// language. English is first: it stands in for other languages.
  static let tables = western + eastern

  private static let western: [(language: String, phrases: String)] = [
    (
      "en",
      """
      day: {n} day | {n} days
      week: {n} week | {n} weeks
      month: {n} month | {n} months
      year: {n} year | {n} years
      aDay: {price} a day
      aWeek: {price} a week
      aMonth: {price} a month
      aYear: {price} a year
      every: {price} every {length}
      free: {length} free, then {rate}
      paid: {offer} for {length}, then {rate}
      total: {price} in total
      fixed: {price} for {length}, not renewed
      code: With the code: {offer}
      renews: Renews automatically at {rate} until you cancel, at least 24 hours before the period \
      ends, in the \
      settings of your Apple Account.
      tryFree: Try It Free
      subscribe: Subscribe
      buy: Buy
      restore: Restore
      terms: Terms
      privacy: Privacy
      close: Close
      """
    ),
    (
      "de",
      """
      day: {n} Tag | {n} Tage
      week: {n} Woche | {n} Wochen
      month: {n} Monat | {n} Monate
      year: {n} Jahr | {n} Jahre
      aDay: {price} pro Tag
      aWeek: {price} pro Woche
      aMonth: {price} pro Monat
      aYear: {price} pro Jahr
      every: {price} alle {length}
      free: {length} kostenlos, danach {rate}
      paid: {offer} für {length}, danach {rate}
      total: insgesamt {price}
      fixed: {price} für {length}, ohne Verlängerung
      code: Mit dem Code: {offer}
      renews: Verlängert sich automatisch für {rate}, bis du spätestens 24 Stunden vor Ablauf in \
      den Einstellungen \
      deines Apple Account kündigst.
      tryFree: Kostenlos testen
      subscribe: Abonnieren
      buy: Kaufen
      restore: Wiederherstellen
      terms: Nutzungsbedingungen
      privacy: Datenschutz
      close: Schließen
      """
    ),
    (
      "fr",
      """
      day: {n}\u{A0}jour | {n}\u{A0}jours
      week: {n}\u{A0}semaine | {n}\u{A0}semaines
      month: {n}\u{A0}mois | {n}\u{A0}mois
      year: {n}\u{A0}an | {n} ans
      aDay: {price} par jour
      aWeek: {price} par semaine
      aMonth: {price} par mois
      aYear: {price} par an
      every: {price} tous les {length}
      free: {length} d’essai gratuit, puis {rate}
      paid: {offer} pendant {length}, puis {rate}
      total: {price} au total
      fixed: {price} pour {length}, sans renouvellement
      code: Avec le code : {offer}
      renews: Renouvellement automatique à {rate} jusqu’à résiliation, au moins 24 heures avant la \
      fin de la \
      période, dans les réglages de votre compte Apple.
      tryFree: Essayer gratuitement
      subscribe: S’abonner
      buy: Acheter
      restore: Restaurer
      terms: Conditions
      privacy: Confidentialité
      close: Fermer
      """
    ),
    (
      "es",
      """
      day: {n} día | {n} días
      week: {n} semana | {n} semanas
      month: {n} mes | {n} meses
      year: {n} año | {n} años
      aDay: {price} al día
      aWeek: {price} a la semana
      aMonth: {price} al mes
      aYear: {price} al año
      every: {price} cada {length}
      free: {length} gratis; después, {rate}
      paid: {offer} durante {length}; después, {rate}
      total: {price} en total
      fixed: {price} por {length}, sin renovación
      code: Con el código: {offer}
      renews: Se renueva automáticamente por {rate} hasta que canceles, al menos 24 horas antes de \
      que termine el \
      periodo, en los ajustes de tu cuenta de Apple.
      tryFree: Probar gratis
      subscribe: Suscribirse
      buy: Comprar
      restore: Restaurar
      terms: Condiciones
      privacy: Privacidad
      close: Cerrar
      """
    ),
    (
      "it",
      """
      day: {n} giorno | {n} giorni
      week: {n} settimana | {n} settimane
      month: {n} mese | {n} mesi
      year: {n} anno | {n} anni
      aDay: {price} al giorno
      aWeek: {price} a settimana
      aMonth: {price} al mese
      aYear: {price} all’anno
      every: {price} ogni {length}
      free: {length} gratis, poi {rate}
      paid: {offer} per {length}, poi {rate}
      total: {price} in totale
      fixed: {price} per {length}, senza rinnovo
      code: Con il codice: {offer}
      renews: Si rinnova automaticamente a {rate} finché non annulli, almeno 24 ore prima della \
      fine del periodo, \
      nelle impostazioni del tuo account Apple.
      tryFree: Prova gratis
      subscribe: Abbonati
      buy: Acquista
      restore: Ripristina
      terms: Condizioni
      privacy: Privacy
      close: Chiudi
      """
    ),
    (
      "pt",
      """
      day: {n} dia | {n} dias
      week: {n} semana | {n} semanas
      month: {n} mês | {n} meses
      year: {n} ano | {n} anos
      aDay: {price} por dia
      aWeek: {price} por semana
      aMonth: {price} por mês
      aYear: {price} por ano
      every: {price} a cada {length}
      free: {length} grátis, depois {rate}
      paid: {offer} por {length}, depois {rate}
      total: {price} no total
      fixed: {price} por {length}, sem renovação
      code: Com o código: {offer}
      renews: Renova-se automaticamente por {rate} até você cancelar, pelo menos 24 horas antes do \
      fim do período, \
      nos ajustes da sua Conta Apple.
      tryFree: Testar grátis
      subscribe: Assinar
      buy: Comprar
      restore: Restaurar
      terms: Termos
      privacy: Privacidade
      close: Fechar
      """
    ),
    (
      "nl",
      """
      day: {n} dag | {n} dagen
      week: {n} week | {n} weken
      month: {n} maand | {n} maanden
      year: {n} jaar | {n} jaar
      aDay: {price} per dag
      aWeek: {price} per week
      aMonth: {price} per maand
      aYear: {price} per jaar
      every: {price} per {length}
      free: {length} gratis, daarna {rate}
      paid: {offer} voor {length}, daarna {rate}
      total: {price} in totaal
      fixed: {price} voor {length}, zonder verlenging
      code: Met de code: {offer}
      renews: Wordt automatisch verlengd voor {rate} totdat je opzegt, uiterlijk 24 uur voor het \
      einde van de \
      periode, in de instellingen van je Apple Account.
      tryFree: Probeer gratis
      subscribe: Abonneer
      buy: Koop
      restore: Herstel
      terms: Voorwaarden
      privacy: Privacy
      close: Sluit
      """
    ),
  ]
}
