const reviewing = ['reviewer1', 'reviewLead']
const finances = ['finance', 'financeChecker']
const selling = ['telemarketer', 'telemarketingLead']

/**
 * The roles of the lender whose screens show a chart's records, written by hand from what each role does: they hear of
 * every change. The screens of one's own jobs ask for them, so that nobody hears of these.
 */
export const hearers: Readonly<Record<string, readonly string[]>> = {
  account: [],
  role: [],
  apiKey: ['risk', 'financeChecker'],
  setting: ['risk', 'financeChecker'],
  approval: reviewing,
  reviewer: reviewing,
  reviewGroup: reviewing,
  // Finance opens an order's page too, for its payout.
  customerEdit: [...reviewing, ...finances, 'support'],
  ruleSet: ['risk'],
  payout: [...finances, ...reviewing, 'support'],
  loan: [...finances, 'collector', 'collectionLead'],
  bankStatement: finances,
  statementLine: finances,
  statementDay: finances,
  withdrawal: finances,
  contact: ['collector', 'collectionLead', 'support', 'reviewLead'],
  message: ['collector', 'collectionLead', 'telemarketingLead', 'support', 'financeChecker'],
  smsTemplate: ['collectionLead', 'telemarketingLead', 'support', 'financeChecker'],
  smsBatch: ['collectionLead', 'telemarketingLead', 'support', 'financeChecker'],
  reminder: ['collectionLead', 'financeChecker'],
  recoveryCase: ['collector', 'collectionLead'],
  placement: ['collectionLead', 'financeChecker'],
  collector: ['collector', 'collectionLead'],
  collectionGroup: ['collectionLead'],
  lead: selling,
  leadImport: ['telemarketingLead'],
  verifyCode: selling,
  quality: [...selling, 'qualityChecker'],
  visitor: ['analyst'],
  reportPlan: ['analyst'],
  export: [],
  bulk: [],
  orderSheet: [],
  backtest: [],
}

/** Own jobs: also who holds every right does not hear of them. */
export const heardByNobody = ['export', 'bulk', 'orderSheet', 'backtest']

/** Who listens: one of each kind of work, and an agency's staff, who see nothing of this. */
export const listening = [
  'admin',
  'finance',
  'financeChecker',
  'reviewer1',
  'reviewLead',
  'risk',
  'support',
  'collector',
  'collectionLead',
  'telemarketer',
  'telemarketingLead',
  'qualityChecker',
  'analyst',
  'agency',
]
