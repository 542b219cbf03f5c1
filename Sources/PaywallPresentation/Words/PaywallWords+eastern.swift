extension PaywallWords {
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
      redeem: コードを使う
      manage: サブスクリプションを管理
      retry: 再試行
      ok: OK
      unavailable: 現在App Storeに接続できません。
      pending: 購入は承認待ちです。
      refused: この特典は現在ご利用いただけません。
      failed: 購入を完了できませんでした。
      notRestored: 購入が見つかりませんでした。
      billing: サブスクリプションを更新できませんでした。お支払い方法をご確認ください。
      payment: お支払い方法を更新
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
      redeem: 코드 사용
      manage: 구독 관리
      retry: 다시 시도
      ok: 확인
      unavailable: 지금은 App Store에 연결할 수 없습니다.
      pending: 구입이 승인을 기다리고 있습니다.
      refused: 지금은 이 할인을 이용할 수 없습니다.
      failed: 구입을 완료할 수 없습니다.
      notRestored: 구입 항목을 찾을 수 없습니다.
      billing: 구독을 갱신할 수 없습니다. 결제 방법을 확인해 주세요.
      payment: 결제 방법 업데이트
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
      redeem: 使用兑换码
      manage: 管理订阅
      retry: 重试
      ok: 好
      unavailable: 目前无法连接 App Store。
      pending: 您的购买正在等待批准。
      refused: 您目前无法使用此优惠。
      failed: 购买未能完成。
      notRestored: 未找到任何购买项目。
      billing: 您的订阅无法续订。请检查付款方式。
      payment: 更新付款方式
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
      redeem: استخدام رمز
      manage: إدارة الاشتراك
      retry: إعادة المحاولة
      ok: حسنًا
      unavailable: يتعذر الوصول إلى App Store الآن.
      pending: عملية الشراء بانتظار الموافقة.
      refused: هذا العرض غير متاح لك الآن.
      failed: تعذر إتمام عملية الشراء.
      notRestored: لم يُعثر على أي مشتريات.
      billing: تعذر تجديد اشتراكك. يُرجى التحقق من طريقة الدفع.
      payment: تحديث طريقة الدفع
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
      redeem: מימוש קוד
      manage: ניהול המינוי
      retry: ניסיון נוסף
      ok: אישור
      unavailable: אין כרגע גישה ל־App Store.
      pending: הרכישה ממתינה לאישור.
      refused: ההצעה הזו אינה זמינה עבורך כרגע.
      failed: לא ניתן היה להשלים את הרכישה.
      notRestored: לא נמצאו רכישות.
      billing: לא ניתן היה לחדש את המינוי. יש לבדוק את אמצעי התשלום.
      payment: עדכון אמצעי התשלום
      """
    ),
  ]
}
