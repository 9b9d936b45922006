import { leadImportProcess } from './leadImport.driver.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(leadImportProcess)
