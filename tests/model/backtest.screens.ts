import type { Backtest } from '../../src/machines/backtest.ts'
import { to } from '../../src/machines/paths.ts'
import { firstVersion } from '../../src/machines/rules.first.ts'
import { backtestProcess } from './backtest.driver.ts'
import type { Move } from './backtest.moves.ts'
import { english } from './english.ts'
import type { Screens } from './office.browser.ts'

const say = english('backtest')

/** At the page of the tested version, which shows its last backtest. */
export const backtestOnScreens = () => {
  const process = backtestProcess()
  const screens: Screens<Move, Backtest> = {
    at: () => `${to.riskRuleConfig()}?${new URLSearchParams({ version: firstVersion })}`,
    does: {
      backtestRequested: (page) => page.getByRole('button', { name: say('action.backtestRequested') }).click(),
      backtestCancelled: (page) =>
        page
          .getByRole('region', { name: say('title') })
          .getByRole('button', { name: say('action.backtestCancelled') })
          .click(),
    },
    shows: (page, place) => [
      page
        .getByRole('region', { name: say('title') })
        .getByRole('paragraph')
        .getByText(say(`state.${place}`), { exact: true }),
    ],
  }
  return { process, screens }
}
