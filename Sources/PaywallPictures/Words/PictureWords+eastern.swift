extension PictureWords {
  static let eastern: [(language: String, phrases: String)] = [
    (
      "ja",
      """
      day: {n} 日
      week: {n} 週間
      month: {n} か月
      year: {n} 年
      aDay: 1日 {price}
      aWeek: 週額 {price}
      aMonth: 月額 {price}
      aYear: 年額 {price}
      every: {length}ごとに {price}
      free: {length}無料、その後{rate}
      paid: {length}は{offer}、その後{rate}
      total: 合計 {price}
      fixed: {length} {price}（自動更新なし）
      code: コード適用時：{offer}
      renews: 期間終了の24時間前までにApple Accountの設定で解約しない限り、{rate}で自動更新されます。
      tryFree: 無料で試す
      subscribe: 登録する
      buy: 購入する
      restore: 購入を復元
      terms: 利用規約
      privacy: プライバシー
      close: 閉じる
      """
    ),
    (
      "ko",
      """
      day: {n}일
      week: {n}주
      month: {n}개월
      year: {n}년
      aDay: 매일 {price}
      aWeek: 매주 {price}
      aMonth: 매월 {price}
      aYear: 매년 {price}
      every: {length}마다 {price}
      free: {length} 무료, 이후 {rate}
      paid: {length} 동안 {offer}, 이후 {rate}
      total: 총 {price}
      fixed: {length} {price}, 자동 갱신 없음
      code: 코드 사용 시: {offer}
      renews: 기간 종료 최소 24시간 전에 Apple 계정 설정에서 취소하지 않으면 {rate}에 자동으로 갱신됩니다.
      tryFree: 무료 체험
      subscribe: 구독하기
      buy: 구입하기
      restore: 구입 복원
      terms: 이용 약관
      privacy: 개인정보 처리방침
      close: 닫기
      """
    ),
    (
      "zh",
      """
      day: {n}天
      week: {n}周
      month: {n}个月
      year: {n}年
      aDay: 每天 {price}
      aWeek: 每周 {price}
      aMonth: 每月 {price}
      aYear: 每年 {price}
      every: 每{length} {price}
      free: 免费试用{length}，之后{rate}
      paid: {length}内{offer}，之后{rate}
      total: 共 {price}
      fixed: {length} {price}，不自动续订
      code: 使用兑换码：{offer}
      renews: 将按{rate}自动续订，除非您在到期前至少 24 小时于 Apple 账户设置中取消。
      tryFree: 免费试用
      subscribe: 订阅
      buy: 购买
      restore: 恢复购买
      terms: 使用条款
      privacy: 隐私政策
      close: 关闭
      """
    ),
    (
      "ar",
      """
      day: يوم | يومان | {n} أيام | {n} يومًا | {n} يوم
      week: أسبوع | أسبوعان | {n} أسابيع | {n} أسبوعًا | {n} أسبوع
      month: شهر | شهران | {n} أشهر | {n} شهرًا | {n} شهر
      year: سنة | سنتان | {n} سنوات | {n} سنة | {n} سنة
      aDay: {price} يوميًا
      aWeek: {price} أسبوعيًا
      aMonth: {price} شهريًا
      aYear: {price} سنويًا
      every: {price} كل {length}
      free: {length} مجانًا، ثم {rate}
      paid: {offer} لمدة {length}، ثم {rate}
      total: {price} إجمالاً
      fixed: {price} لمدة {length}، بدون تجديد
      code: باستخدام الرمز: {offer}
      renews: يتجدد تلقائيًا بسعر {rate} ما لم تُلغِه قبل انتهاء المدة بـ 24 ساعة على الأقل في \
      إعدادات حسابك من Apple.
      tryFree: جرّب مجانًا
      subscribe: اشترك
      buy: شراء
      restore: استعادة المشتريات
      terms: الشروط
      privacy: الخصوصية
      close: إغلاق
      """
    ),
    (
      "he",
      """
      day: {n} יום | יומיים | {n} ימים
      week: {n} שבוע | שבועיים | {n} שבועות
      month: {n} חודש | חודשיים | {n} חודשים
      year: {n} שנה | {n} שנים | {n} שנים
      aDay: {price} ליום
      aWeek: {price} לשבוע
      aMonth: {price} לחודש
      aYear: {price} לשנה
      every: {price} כל {length}
      free: {length} בחינם, ואז {rate}
      paid: {offer} למשך {length}, ואז {rate}
      total: {price} בסך הכול
      fixed: {price} למשך {length}, ללא חידוש
      code: עם הקוד: {offer}
      renews: מתחדש אוטומטית במחיר {rate} עד לביטול, לפחות 24 שעות לפני סוף התקופה, בהגדרות חשבון Apple שלך.
      tryFree: ניסיון חינם
      subscribe: הרשמה למינוי
      buy: קנייה
      restore: שחזור רכישות
      terms: תנאים
      privacy: פרטיות
      close: סגירה
      """
    ),
  ]
}
