import { apiKeyProcess } from './apiKey.driver.ts'
import { backtestProcess } from './backtest.driver.ts'
import { bulkProcess } from './bulk.driver.ts'
import { customerEditProcess } from './customerEdit.driver.ts'
import { exportProcess } from './export.driver.ts'
import { walkedOverHttp } from './office.walked.ts'
import { orderSheetProcess } from './orderSheet.driver.ts'
import { settingProcess } from './setting.driver.ts'

walkedOverHttp(customerEditProcess)
walkedOverHttp(orderSheetProcess)
walkedOverHttp(backtestProcess)
walkedOverHttp(exportProcess)
walkedOverHttp(bulkProcess)
walkedOverHttp(settingProcess)
walkedOverHttp(apiKeyProcess)
