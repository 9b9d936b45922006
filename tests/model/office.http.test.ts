import { apiKeyProcess } from './apiKey.desk.ts'
import { backtestProcess } from './backtest.desk.ts'
import { bulkProcess } from './bulk.desk.ts'
import { customerEditProcess } from './customerEdit.desk.ts'
import { exportProcess } from './export.desk.ts'
import { walkedOverHttp } from './office.walked.ts'
import { orderSheetProcess } from './orderSheet.desk.ts'
import { settingProcess } from './setting.desk.ts'

walkedOverHttp(customerEditProcess)
walkedOverHttp(orderSheetProcess)
walkedOverHttp(backtestProcess)
walkedOverHttp(exportProcess)
walkedOverHttp(bulkProcess)
walkedOverHttp(settingProcess)
walkedOverHttp(apiKeyProcess)
