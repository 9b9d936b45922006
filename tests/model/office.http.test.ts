import { backtestProcess } from './backtest.desk.ts'
import { customerEditProcess } from './customerEdit.desk.ts'
import { walkedOverHttp } from './office.walked.ts'
import { orderSheetProcess } from './orderSheet.desk.ts'

walkedOverHttp(customerEditProcess)
walkedOverHttp(orderSheetProcess)
walkedOverHttp(backtestProcess)
