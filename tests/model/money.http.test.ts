import { bankStatementProcess } from './bankStatement.desk.ts'
import { walkedOverHttp } from './office.walked.ts'
import { payoutProcess } from './payout.desk.ts'
import { statementDayProcess } from './statementDay.desk.ts'
import { statementLineProcess } from './statementLine.desk.ts'
import { withdrawalProcess } from './withdrawal.desk.ts'

walkedOverHttp(withdrawalProcess)
walkedOverHttp(payoutProcess)
walkedOverHttp(bankStatementProcess)
walkedOverHttp(statementLineProcess)
walkedOverHttp(statementDayProcess)
