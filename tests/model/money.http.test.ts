import { bankStatementProcess } from './bankStatement.driver.ts'
import { walkedOverHttp } from './office.walked.ts'
import { payoutProcess } from './payout.driver.ts'
import { statementDayProcess } from './statementDay.driver.ts'
import { statementLineProcess } from './statementLine.driver.ts'
import { withdrawalProcess } from './withdrawal.driver.ts'

walkedOverHttp(withdrawalProcess)
walkedOverHttp(payoutProcess)
walkedOverHttp(bankStatementProcess)
walkedOverHttp(statementLineProcess)
walkedOverHttp(statementDayProcess)
