import { walkedOverHttp } from './office.walked.ts'
import { reminderProcess } from './reminder.desk.ts'

walkedOverHttp(reminderProcess)
