import { accountModel } from './account.moves.ts'
import { apiKeyModel } from './apiKey.moves.ts'
import { approvalModel } from './approval.moves.ts'
import { backtestModel } from './backtest.moves.ts'
import { bankStatementModel } from './bankStatement.moves.ts'
import { bulkModel } from './bulk.moves.ts'
import { collectionGroupModel } from './collectionGroup.moves.ts'
import { collectorModel } from './collector.moves.ts'
import { contactModel } from './contact.moves.ts'
import { customerEditModel } from './customerEdit.moves.ts'
import { exportModel } from './export.moves.ts'
import { leadModel } from './lead.moves.ts'
import { leadImportModel } from './leadImport.moves.ts'
import { loanModel } from './loan.moves.ts'
import { messageModel } from './message.moves.ts'
import { type Model, type Move, transitionOf } from './model.ts'
import type { openScreens, Screens } from './office.browser.ts'
import type { Process } from './office.ts'
import { orderSheetModel } from './orderSheet.moves.ts'
import { payoutModel } from './payout.moves.ts'
import { peopleTours } from './peopleTours.ts'
import { placementModel } from './placement.moves.ts'
import { qualityModel } from './quality.moves.ts'
import { recoveryCaseModel } from './recoveryCase.moves.ts'
import { reminderModel } from './reminder.moves.ts'
import { reportPlanModel } from './reportPlan.moves.ts'
import { reviewerModel } from './reviewer.moves.ts'
import { reviewGroupModel } from './reviewGroup.moves.ts'
import { roleModel } from './role.moves.ts'
import { ruleSetModel } from './ruleSet.moves.ts'
import { settingModel } from './setting.moves.ts'
import { smsBatchModel } from './smsBatch.moves.ts'
import { smsTemplateModel } from './smsTemplate.moves.ts'
import { statementDayModel } from './statementDay.moves.ts'
import { statementLineModel } from './statementLine.moves.ts'
import { verifyCodeModel } from './verifyCode.moves.ts'
import { visitorModel } from './visitor.moves.ts'
import type { System } from './walk.ts'
import { withdrawalModel } from './withdrawal.moves.ts'

export type OpenOptions = { databaseUrl: string | undefined; seed: number }

/** A chart that can be walked; at the chart level the model is enough. */
export type Charted = {
  model: Model
  /** The paths that the tests walk in browsers each time; all paths take minutes. */
  tours: readonly (readonly Move[])[]
  http: (options: OpenOptions) => Promise<System>
  browser: (options: OpenOptions) => Promise<System>
  /** How its moves are made on a server. */
  process: () => Promise<Process>
  /** Its screens beside those of the other small charts, on one server and in one browser. */
  onScreens: (office: Office) => Promise<System>
}

type Office = Awaited<ReturnType<typeof openScreens>>
type OnScreens<M extends Move, Context> = { process: Process<M, Context>; screens: Screens<M, Context> }

/** A chart with a driver for calls and screens for browsers. */
const small = <M extends Move, Context>(
  model: Model<M, Context>,
  process: () => Promise<Process<M, Context>>,
  onScreens: () => Promise<OnScreens<M, Context>>,
): Charted => {
  const inOffice = async ({ system, close }: Office): Promise<System> => {
    const { process: its, screens } = await onScreens()
    return { ...system(its, screens), close }
  }
  return {
    model,
    tours: peopleTours(model),
    process: async () => (await process()) as unknown as Process,
    http: async (options) => (await import('./office.http.ts')).officeSystem(await process(), options),
    browser: async (options) => inOffice(await (await import('./office.browser.ts')).openScreens(options)),
    onScreens: inOffice,
  }
}

const charts: readonly Charted[] = [
  {
    ...small(
      approvalModel,
      async () => (await import('./approval.driver.ts')).approvalProcess(),
      async () => (await import('./approval.screens.ts')).approvalOnScreens(),
    ),
    // Its own goals tell every reviewer apart, which takes minutes in a browser.
    tours: peopleTours({ ...approvalModel, goalsOf: ({ from, move }) => [transitionOf(from, move)] }),
  },
  small(
    accountModel,
    async () => (await import('./account.driver.ts')).accountProcess(),
    async () => (await import('./account.screens.ts')).accountOnScreens(),
  ),
  small(
    roleModel,
    async () => (await import('./role.driver.ts')).roleProcess(),
    async () => (await import('./role.screens.ts')).roleOnScreens(),
  ),
  {
    ...small(
      exportModel,
      async () => (await import('./export.driver.ts')).exportProcess(),
      async () => (await import('./export.screens.ts')).exportOnScreens(),
    ),
    // An open page learns of a planned file when it is opened again, so that nobody sees one come.
    tours: peopleTours({ ...exportModel, moves: exportModel.moves.filter(({ type }) => type !== 'exportPlanned') }),
  },
  small(
    bulkModel,
    async () => (await import('./bulk.driver.ts')).bulkProcess(),
    async () => (await import('./bulk.screens.ts')).bulkOnScreens(),
  ),
  small(
    customerEditModel,
    async () => (await import('./customerEdit.driver.ts')).customerEditProcess(),
    async () => (await import('./customerEdit.screens.ts')).customerEditOnScreens(),
  ),
  small(
    orderSheetModel,
    async () => (await import('./orderSheet.driver.ts')).orderSheetProcess(),
    async () => (await import('./orderSheet.screens.ts')).orderSheetOnScreens(),
  ),
  small(
    backtestModel,
    async () => (await import('./backtest.driver.ts')).backtestProcess(),
    async () => (await import('./backtest.screens.ts')).backtestOnScreens(),
  ),
  small(
    ruleSetModel,
    async () => (await import('./ruleSet.driver.ts')).ruleSetProcess(),
    async () => (await import('./ruleSet.screens.ts')).ruleSetOnScreens(),
  ),
  small(
    reviewGroupModel,
    async () => (await import('./reviewers.driver.ts')).groupProcess(),
    async () => (await import('./reviewers.screens.ts')).groupOnScreens(),
  ),
  small(
    reviewerModel,
    async () => (await import('./reviewers.driver.ts')).reviewerProcess(),
    async () => (await import('./reviewers.screens.ts')).reviewerOnScreens(),
  ),
  small(
    payoutModel,
    async () => (await import('./payout.driver.ts')).payoutProcess(),
    async () => (await import('./payout.screens.ts')).payoutOnScreens(),
  ),
  small(
    loanModel,
    async () => (await import('./loan.driver.ts')).loanProcess(),
    async () => (await import('./loan.screens.ts')).loanOnScreens(),
  ),
  small(
    bankStatementModel,
    async () => (await import('./bankStatement.driver.ts')).bankStatementProcess(),
    async () => (await import('./bankStatement.screens.ts')).bankStatementOnScreens(),
  ),
  small(
    statementLineModel,
    async () => (await import('./statementLine.driver.ts')).statementLineProcess(),
    async () => (await import('./statementLine.screens.ts')).statementLineOnScreens(),
  ),
  small(
    statementDayModel,
    async () => (await import('./statementDay.driver.ts')).statementDayProcess(),
    async () => (await import('./statementDay.screens.ts')).statementDayOnScreens(),
  ),
  small(
    withdrawalModel,
    async () => (await import('./withdrawal.driver.ts')).withdrawalProcess(),
    async () => (await import('./withdrawal.screens.ts')).withdrawalOnScreens(),
  ),
  small(
    settingModel,
    async () => (await import('./setting.driver.ts')).settingProcess(),
    async () => (await import('./setting.screens.ts')).settingOnScreens(),
  ),
  small(
    apiKeyModel,
    async () => (await import('./apiKey.driver.ts')).apiKeyProcess(),
    async () => (await import('./setting.screens.ts')).apiKeyOnScreens(),
  ),
  small(
    smsTemplateModel,
    async () => (await import('./smsTemplate.driver.ts')).smsTemplateProcess(),
    async () => (await import('./smsTemplate.screens.ts')).smsTemplateOnScreens(),
  ),
  small(
    contactModel,
    async () => (await import('./contact.driver.ts')).contactProcess(),
    async () => (await import('./contact.screens.ts')).contactOnScreens(),
  ),
  small(
    messageModel,
    async () => (await import('./message.driver.ts')).messageProcess(),
    async () => (await import('./message.screens.ts')).messageOnScreens(),
  ),
  small(
    smsBatchModel,
    async () => (await import('./smsBatch.driver.ts')).smsBatchProcess(),
    async () => (await import('./smsBatch.screens.ts')).smsBatchOnScreens(),
  ),
  small(
    reminderModel,
    async () => (await import('./reminder.driver.ts')).reminderProcess(),
    async () => (await import('./reminder.screens.ts')).reminderOnScreens(),
  ),
  small(
    recoveryCaseModel,
    async () => (await import('./recoveryCase.driver.ts')).recoveryCaseProcess(),
    async () => (await import('./recoveryCase.screens.ts')).recoveryCaseOnScreens(),
  ),
  small(
    visitorModel,
    async () => (await import('./visitor.driver.ts')).visitorProcess(),
    async () => (await import('./visitor.screens.ts')).visitorOnScreens(),
  ),
  small(
    collectionGroupModel,
    async () => (await import('./collectionGroup.driver.ts')).collectionGroupProcess(),
    async () => (await import('./collectionGroup.screens.ts')).collectionGroupOnScreens(),
  ),
  small(
    collectorModel,
    async () => (await import('./collector.driver.ts')).collectorProcess(),
    async () => (await import('./collector.screens.ts')).collectorOnScreens(),
  ),
  small(
    leadModel,
    async () => (await import('./lead.driver.ts')).leadProcess(),
    async () => (await import('./lead.screens.ts')).leadOnScreens(),
  ),
  small(
    leadImportModel,
    async () => (await import('./leadImport.driver.ts')).leadImportProcess(),
    async () => (await import('./leadImport.screens.ts')).leadImportOnScreens(),
  ),
  small(
    verifyCodeModel,
    async () => (await import('./verifyCode.driver.ts')).verifyCodeProcess(),
    async () => (await import('./verifyCode.screens.ts')).verifyCodeOnScreens(),
  ),
  small(
    placementModel,
    async () => (await import('./placement.driver.ts')).placementProcess(),
    async () => (await import('./placement.screens.ts')).placementOnScreens(),
  ),
  small(
    qualityModel,
    async () => (await import('./quality.driver.ts')).qualityProcess(),
    async () => (await import('./quality.screens.ts')).qualityOnScreens(),
  ),
  small(
    reportPlanModel,
    async () => (await import('./reportPlan.driver.ts')).reportPlanProcess(),
    async () => (await import('./reportPlan.screens.ts')).reportPlanOnScreens(),
  ),
]

/** Every chart with a model, by name. */
export const charted: ReadonlyMap<string, Charted> = new Map(charts.map((chart) => [chart.model.name, chart]))
