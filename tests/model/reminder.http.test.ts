import { walkedOverHttp } from './office.walked.ts'
import { reminderProcess } from './reminder.driver.ts'

walkedOverHttp(reminderProcess)
