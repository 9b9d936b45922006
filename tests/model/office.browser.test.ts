import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOnScreens } from './account.screens.ts'
import { backtestOnScreens } from './backtest.screens.ts'
import { bankStatementOnScreens } from './bankStatement.screens.ts'
import { bulkOnScreens } from './bulk.screens.ts'
import { customerEditOnScreens } from './customerEdit.screens.ts'
import { exportOnScreens } from './export.screens.ts'
import { loanOnScreens } from './loan.screens.ts'
import type { Move } from './model.ts'
import { openScreens, type Screens } from './office.browser.ts'
import type { Process } from './office.ts'
import { orderSheetOnScreens } from './orderSheet.screens.ts'
import { payoutOnScreens } from './payout.screens.ts'
import { peopleTours } from './peopleTours.ts'
import { told } from './report.ts'
import { groupOnScreens, reviewerOnScreens } from './reviewers.screens.ts'
import { roleOnScreens } from './role.screens.ts'
import { ruleSetOnScreens } from './ruleset.screens.ts'
import { apiKeyOnScreens, settingOnScreens } from './setting.screens.ts'
import { statementDayOnScreens } from './statementDay.screens.ts'
import { statementLineOnScreens } from './statementLine.screens.ts'
import { walk } from './walk.ts'
import { withdrawalOnScreens } from './withdrawal.screens.ts'

let office: Awaited<ReturnType<typeof openScreens>>
beforeAll(async () => {
  office = await openScreens({ databaseUrl: undefined })
})
afterAll(() => office?.close())

type OnScreens<M extends Move, Context> = { process: Process<M, Context>; screens: Screens<M, Context> }

const walked = <M extends Move, Context>(onScreens: () => OnScreens<M, Context>) => {
  const { process, screens } = onScreens()
  test(`${process.model.name}: everything that people do is done on screens, and each who takes part sees it come`, async () => {
    const system = { ...office.system(process, screens), close: office.close }
    for (const tour of peopleTours(process.model)) {
      const failure = await walk(system, tour)
      expect(failure && told(failure)).toBeUndefined()
    }
  })
}

walked(customerEditOnScreens)
walked(orderSheetOnScreens)
walked(backtestOnScreens)
walked(exportOnScreens)
walked(bulkOnScreens)
walked(ruleSetOnScreens)
walked(groupOnScreens)
walked(reviewerOnScreens)
walked(withdrawalOnScreens)
walked(payoutOnScreens)
walked(bankStatementOnScreens)
walked(statementLineOnScreens)
walked(statementDayOnScreens)
walked(loanOnScreens)
walked(roleOnScreens)
walked(accountOnScreens)
walked(settingOnScreens)
walked(apiKeyOnScreens)
