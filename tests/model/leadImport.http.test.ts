import { leadImportProcess } from './leadImport.desk.ts'
import { walkedOverHttp } from './office.walked.ts'

walkedOverHttp(leadImportProcess)
