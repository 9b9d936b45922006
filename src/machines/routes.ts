// The stage of the process that a screen belongs to. A detail's `:type` is the type of the list that it was opened
// from.
export type RouteType = 'machine' | 'first' | 'final' | 'pre' | 'post' | 'settled'

export type Route = {
  path: string
  // The name that the server grants: unique in the whole tree, and never the name of a role.
  name: string
  icon?: string
  type?: RouteType
  roles?: readonly string[]
  // Lists that lead to this detail: a grant of one of them includes the detail (see `withDetails`).
  with?: readonly string[]
  hidden?: true
  noCache?: true
  // Reachable without a session.
  open?: true
  // Every other route has the title `routes:<name>`.
  untitled?: true
  // `path` is a URL of another site.
  external?: true
  children?: readonly Route[]
}

/** The screens of reports. */
export const reports = [
  'touristsRegisterToApply',
  'conversionRate',
  'channelConversionRate',
  'passRate',
  'borrowAgainRate',
  'overdueMonitoring',
  'overdueMonitoringTotal',
  'placeRecovery',
] as const

/** The screens whose figures open the rows that they count. */
const collectionFigures = [
  'preDailyProcess',
  'preDailyProcessNew',
  'collectionDailyProcess',
  'outSoureDailyProcess',
  'placeRecovery',
] as const

export const publicRoutes = [
  { path: '/login', name: 'login', hidden: true, open: true },
  { path: '/auth-redirect', name: 'authRedirect', hidden: true, open: true },
  { path: '/setPassword', name: 'setPassword', hidden: true, open: true },
  // Short, because a message is paid by its length.
  { path: '/stop', name: 'optOut', hidden: true, open: true },
  { path: '/401', name: 'unauthorized', hidden: true },
  { path: '/404', name: 'notFound', hidden: true },
] as const satisfies readonly Route[]

export const constantRoutes = [
  ...publicRoutes,
  { path: '/', name: 'root', hidden: true, untitled: true },
  { path: '/dashboard', name: 'dashboard', icon: 'dashboard', noCache: true, roles: ['admin', 'approve'] },
  { path: '/changePassword/index', name: 'changePassword', hidden: true },
] as const satisfies readonly Route[]

const firstReviews = ['reviewFirstWait', 'reviewFirstPass', 'reviewFirstReject'] as const
const finalReviews = ['reviewFinalWait', 'reviewFinalPass', 'reviewFinalReject'] as const
// Each of an application's two details links to the other.
const applicationLists = [
  'machinerReviewPass',
  'machinerReviewReject',
  ...firstReviews,
  ...finalReviews,
  'reviewList',
  'orderList',
  'excelList',
  'riskRuleConfig',
  'waitLoanList',
  'loanRecord',
  'changeChannel',
]

// The sidebar and the landing page follow this order.
export const controlledRoutes = [
  {
    path: '/order',
    name: 'order',
    icon: 'th-list',
    children: [
      { path: 'orderList', name: 'orderList' },
      { path: 'excelList', name: 'excelList' },
    ],
  },
  {
    path: '/approve',
    name: 'approvals',
    icon: 'endorsed',
    children: [
      {
        path: 'machinerReview',
        name: 'machinerReview',
        children: [
          { path: 'machinerReviewPass', name: 'machinerReviewPass', type: 'machine' },
          { path: 'machinerReviewReject', name: 'machinerReviewReject', type: 'machine' },
        ],
      },
      {
        path: 'reviewFirst',
        name: 'reviewFirst',
        children: [
          { path: 'reviewFirstWait', name: 'reviewFirstWait', type: 'first' },
          { path: 'reviewFirstPass', name: 'reviewFirstPass', type: 'first' },
          { path: 'reviewFirstReject', name: 'reviewFirstReject', type: 'first' },
        ],
      },
      {
        path: 'reviewFinal',
        name: 'reviewFinal',
        children: [
          { path: 'reviewFinalWait', name: 'reviewFinalWait', type: 'final' },
          { path: 'reviewFinalPass', name: 'reviewFinalPass', type: 'final' },
          { path: 'reviewFinalReject', name: 'reviewFinalReject', type: 'final' },
        ],
      },
      {
        path: 'detail/:orderNo',
        name: 'approveDetail',
        hidden: true,
        with: applicationLists,
      },
      {
        path: 'machinerDetail/:orderNo/:type',
        name: 'machinerDetail',
        hidden: true,
        with: applicationLists,
      },
      { path: 'reviewList', name: 'reviewList' },
      { path: 'reviewGroup', name: 'reviewGroup' },
      { path: 'reviewerManage', name: 'reviewerManage' },
    ],
  },
  {
    path: '/loan',
    name: 'loan',
    icon: 'bank-account',
    children: [
      { path: 'waitLoanList', name: 'waitLoanList' },
      { path: 'loanRecord', name: 'loanRecord' },
      { path: 'loanDetail/:date', name: 'loanDetail', hidden: true, with: ['loanRecord'] },
    ],
  },
  {
    path: '/repay',
    name: 'repay',
    icon: 'credit-card',
    children: [
      { path: 'repayPlan', name: 'repayPlan' },
      { path: 'repaymentRecord', name: 'repaymentRecord' },
      { path: 'overdueRepayment', name: 'overdueRepayment' },
      {
        path: 'overdueRepaymentDetail/:date',
        name: 'overdueRepaymentDetail',
        hidden: true,
        with: ['overdueRepayment'],
      },
      { path: 'repayQuery', name: 'repayQuery' },
      {
        path: 'loan/:orderNo',
        name: 'loanOfOrder',
        hidden: true,
        with: ['repayQuery', 'repayPlan', 'repaymentRecord', 'overdueRepayment', 'bankStatement'],
      },
    ],
  },
  {
    path: '/precollection',
    name: 'precollection',
    icon: 'notifications',
    children: [
      {
        path: 'myPreCollectionManage',
        name: 'myPreCollectionManage',
        children: [
          { path: 'myOrderList', name: 'myOrderList', type: 'pre' },
          { path: 'myOrderProcessingList', name: 'myOrderProcessingList', type: 'pre' },
        ],
      },
      {
        path: 'preCollectionManage',
        name: 'preCollectionManage',
        children: [
          { path: 'orderList', name: 'preOrderList', type: 'pre' },
          { path: 'orderProcessingList', name: 'orderProcessingList', type: 'pre' },
        ],
      },
      { path: 'dispatchManage', name: 'dispatchManage', type: 'pre' },
      {
        path: 'detail/:type/:orderNo',
        name: 'preDetail',
        hidden: true,
        with: ['myOrderList', 'myOrderProcessingList', 'preOrderList', 'orderProcessingList', 'dispatchManage'],
      },
      { path: 'preDailyProcess', name: 'preDailyProcess' },
      { path: 'preDailyProcessNew', name: 'preDailyProcessNew' },
      { path: 'summaryCollectinOrders', name: 'summaryCollectinOrders' },
      { path: 'userManage', name: 'userManage' },
      { path: 'groupManage', name: 'groupManage' },
    ],
  },
  {
    path: '/collection',
    name: 'collection',
    icon: 'phone-call',
    children: [
      {
        path: 'collectionOrderManage',
        name: 'collectionOrderManage',
        children: [
          { path: 'all', name: 'all', type: 'post' },
          { path: 'finish', name: 'finish', type: 'settled' },
        ],
      },
      { path: 'collectionDispatchManage', name: 'collectionDispatchManage', type: 'post' },
      { path: 'placements', name: 'placements' },
      {
        path: 'detail/:type/:orderNo',
        name: 'collectionDetail',
        hidden: true,
        with: ['all', 'finish', 'collectionDispatchManage', 'placements'],
      },
      { path: 'collectionDailyProcess', name: 'collectionDailyProcess' },
      { path: 'outSoureDailyProcess', name: 'outSoureDailyProcess' },
      { path: 'holdings', name: 'caseHoldings', hidden: true, with: collectionFigures },
      { path: 'attempts', name: 'caseAttempts', hidden: true, with: collectionFigures },
      { path: 'promises', name: 'casePromises', hidden: true, with: collectionFigures },
      { path: 'credits', name: 'credits', hidden: true, with: collectionFigures },
      { path: 'placed', name: 'casePlacements', hidden: true, with: ['outSoureDailyProcess'] },
      { path: 'complaints', name: 'caseComplaints', hidden: true, with: collectionFigures },
      { path: 'hours', name: 'collectorHours', hidden: true, with: collectionFigures },
      { path: 'standings', name: 'caseStandings', hidden: true, with: ['summaryCollectinOrders'] },
      { path: 'collectionUserManage', name: 'collectionUserManage' },
      { path: 'collectioGroupManage', name: 'collectioGroupManage' },
    ],
  },
  {
    path: '/telemarketing',
    name: 'telemarketing',
    icon: 'headset',
    children: [
      { path: 'userList', name: 'userList' },
      { path: 'detail/:id', name: 'leadDetail', hidden: true, with: ['userList'] },
      { path: 'imports', name: 'leadImports', hidden: true, with: ['userList'] },
      { path: 'callBacks', name: 'callBacks', hidden: true, with: ['userList'] },
      { path: 'origins', name: 'leadOrigins', hidden: true, with: ['userList'] },
      { path: 'customerVerifyCode', name: 'customerVerifyCode' },
      { path: 'checkList', name: 'checkList' },
      { path: 'checkFigures', name: 'checkFigures', hidden: true, with: ['checkList'] },
      { path: 'check/:id', name: 'checkDetail', hidden: true, with: ['checkList'] },
    ],
  },
  {
    path: '/sms',
    name: 'sms',
    icon: 'chat',
    children: [
      { path: 'smsSendManage', name: 'smsSendManage' },
      { path: 'smsTemplate/:id', name: 'smsTemplate', hidden: true, with: ['smsSendManage'] },
      { path: 'message', name: 'message', hidden: true, with: ['smsSendManage'] },
      { path: 'reminders', name: 'reminders', hidden: true, with: ['smsSendManage'] },
      { path: 'smsBatches', name: 'smsBatches', hidden: true, with: ['smsSendManage'] },
      { path: 'smsBatch/:id', name: 'smsBatch', hidden: true, with: ['smsSendManage'] },
      { path: 'loginLog', name: 'loginLog' },
    ],
  },
  {
    path: '/report',
    name: 'report',
    icon: 'timeline-line-chart',
    children: [
      // The area's own page: whoever may open one of its reports may open it.
      { path: '/report', name: 'reports', with: reports },
      { path: 'plans', name: 'reportPlans', hidden: true, with: reports },
      { path: 'touristsRegisterToApply', name: 'touristsRegisterToApply' },
      { path: 'visitors', name: 'visitors', hidden: true, with: ['touristsRegisterToApply'] },
      { path: 'conversionRate', name: 'conversionRate' },
      { path: 'channelConversionRate', name: 'channelConversionRate' },
      { path: 'passRate', name: 'passRate' },
      { path: 'borrowAgainRate', name: 'borrowAgainRate' },
      { path: 'overdueMonitoring', name: 'overdueMonitoring' },
      { path: 'overdueMonitoringTotal', name: 'overdueMonitoringTotal' },
      { path: 'placeRecovery', name: 'placeRecovery' },
    ],
  },
  {
    path: '/risk',
    name: 'riskRules',
    icon: 'shield',
    children: [{ path: 'riskRuleConfig', name: 'riskRuleConfig' }],
  },
  { path: '/flow/index', name: 'flow', icon: 'flow-branch' },
  { path: '/flow/steps', name: 'flowSteps', hidden: true, with: ['flow'] },
  { path: '/flow/records', name: 'flowRecords', hidden: true, with: ['flow'] },
  {
    path: '/utils',
    name: 'utils',
    icon: 'wrench',
    children: [
      { path: 'bankStatement', name: 'bankStatement' },
      { path: 'configTools', name: 'withdrawal' },
      { path: 'changeChannel', name: 'changeChannel' },
      { path: 'contact', name: 'contact' },
      { path: 'excelExport', name: 'excelExport' },
    ],
  },
  {
    path: '/power',
    name: 'power',
    icon: 'key',
    children: [
      { path: 'account', name: 'account' },
      { path: 'account/:account_id', name: 'accountDetail', hidden: true, with: ['account'] },
      { path: 'setting', name: 'setting' },
      { path: 'role', name: 'role' },
      { path: 'menu/:role_id', name: 'menu', hidden: true, with: ['role'] },
      { path: 'interface/:role_id', name: 'interface', hidden: true, with: ['role'] },
      { path: 'audit', name: 'audit' },
      { path: 'audit/:entry', name: 'auditEntry', hidden: true, with: ['audit'] },
      { path: 'seen/:orderNo', name: 'seen', hidden: true, with: ['audit'] },
    ],
  },
] as const satisfies readonly Route[]

export const allRoutes = [...constantRoutes, ...controlledRoutes] as const satisfies readonly Route[]
