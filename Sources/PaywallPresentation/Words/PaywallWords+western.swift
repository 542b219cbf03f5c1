extension PaywallWords {
  /// Units as `Intl.NumberFormat` of Node 20 (CLDR 48) writes them, a form for each plural category
  /// of the language. English is first: it is the fallback for other languages.
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
      ends, in the settings of your Apple Account.
      tryFree: Try It Free
      subscribe: Subscribe
      buy: Buy
      restore: Restore
      terms: Terms
      privacy: Privacy
      close: Close
      redeem: Redeem Code
      manage: Manage Subscription
      retry: Try Again
      ok: OK
      unavailable: The App Store cannot be reached right now.
      pending: Your purchase waits for approval.
      refused: This offer is not available to you right now.
      failed: The purchase could not be completed.
      notRestored: No purchases were found.
      billing: Your subscription could not be renewed. Please check how you pay.
      payment: Update Payment
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
      den Einstellungen deines Apple Account kündigst.
      tryFree: Kostenlos testen
      subscribe: Abonnieren
      buy: Kaufen
      restore: Wiederherstellen
      terms: Nutzungsbedingungen
      privacy: Datenschutz
      close: Schließen
      redeem: Code einlösen
      manage: Abo verwalten
      retry: Erneut versuchen
      ok: OK
      unavailable: Der App Store ist gerade nicht erreichbar.
      pending: Dein Kauf wartet auf Genehmigung.
      refused: Dieses Angebot ist für dich gerade nicht verfügbar.
      failed: Der Kauf konnte nicht abgeschlossen werden.
      notRestored: Es wurden keine Käufe gefunden.
      billing: Dein Abo konnte nicht verlängert werden. Bitte prüfe deine Zahlungsart.
      payment: Zahlungsart aktualisieren
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
      fin de la période, dans les réglages de votre compte Apple.
      tryFree: Essayer gratuitement
      subscribe: S’abonner
      buy: Acheter
      restore: Restaurer
      terms: Conditions
      privacy: Confidentialité
      close: Fermer
      redeem: Utiliser un code
      manage: Gérer l’abonnement
      retry: Réessayer
      ok: OK
      unavailable: L’App Store est inaccessible pour le moment.
      pending: Votre achat est en attente d’approbation.
      refused: Cette offre n’est pas disponible pour vous actuellement.
      failed: L’achat n’a pas pu être effectué.
      notRestored: Aucun achat n’a été trouvé.
      billing: Votre abonnement n’a pas pu être renouvelé. Vérifiez votre mode de paiement.
      payment: Mettre à jour le paiement
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
      que termine el periodo, en los ajustes de tu cuenta de Apple.
      tryFree: Probar gratis
      subscribe: Suscribirse
      buy: Comprar
      restore: Restaurar
      terms: Condiciones
      privacy: Privacidad
      close: Cerrar
      redeem: Canjear código
      manage: Gestionar suscripción
      retry: Reintentar
      ok: OK
      unavailable: No se puede acceder al App Store en este momento.
      pending: Tu compra está pendiente de aprobación.
      refused: Esta oferta no está disponible para ti en este momento.
      failed: No se ha podido completar la compra.
      notRestored: No se han encontrado compras.
      billing: No se ha podido renovar tu suscripción. Comprueba tu método de pago.
      payment: Actualizar el pago
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
      fine del periodo, nelle impostazioni del tuo account Apple.
      tryFree: Prova gratis
      subscribe: Abbonati
      buy: Acquista
      restore: Ripristina
      terms: Condizioni
      privacy: Privacy
      close: Chiudi
      redeem: Riscatta codice
      manage: Gestisci abbonamento
      retry: Riprova
      ok: OK
      unavailable: App Store non è raggiungibile in questo momento.
      pending: Il tuo acquisto è in attesa di approvazione.
      refused: Questa offerta non è disponibile per te in questo momento.
      failed: Non è stato possibile completare l’acquisto.
      notRestored: Nessun acquisto trovato.
      billing: Non è stato possibile rinnovare il tuo abbonamento. Controlla il metodo di pagamento.
      payment: Aggiorna il pagamento
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
      fim do período, nos ajustes da sua Conta Apple.
      tryFree: Testar grátis
      subscribe: Assinar
      buy: Comprar
      restore: Restaurar
      terms: Termos
      privacy: Privacidade
      close: Fechar
      redeem: Resgatar código
      manage: Gerenciar assinatura
      retry: Tentar novamente
      ok: OK
      unavailable: Não é possível acessar a App Store no momento.
      pending: Sua compra está aguardando aprovação.
      refused: Esta oferta não está disponível para você no momento.
      failed: Não foi possível concluir a compra.
      notRestored: Nenhuma compra encontrada.
      billing: Não foi possível renovar sua assinatura. Verifique sua forma de pagamento.
      payment: Atualizar pagamento
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
      einde van de periode, in de instellingen van je Apple Account.
      tryFree: Probeer gratis
      subscribe: Abonneer
      buy: Koop
      restore: Herstel
      terms: Voorwaarden
      privacy: Privacy
      close: Sluit
      redeem: Wissel code in
      manage: Beheer abonnement
      retry: Probeer opnieuw
      ok: OK
      unavailable: De App Store is nu niet bereikbaar.
      pending: Je aankoop wacht op goedkeuring.
      refused: Deze aanbieding is nu niet voor jou beschikbaar.
      failed: De aankoop kon niet worden voltooid.
      notRestored: Er zijn geen aankopen gevonden.
      billing: Je abonnement kon niet worden verlengd. Controleer je betaalmethode.
      payment: Werk betaling bij
      """
    ),
  ]
}
