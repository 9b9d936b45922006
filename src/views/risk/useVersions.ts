import { useSearchParams } from 'react-router-dom'
import { versions as endpoint } from '../../services/risk.ts'
import { useRecord } from '../detail/record/useRecord.ts'

/** All versions, live, and the one in the URL; the newest when the URL has none. */
export const useVersions = () => {
  const [params, setParams] = useSearchParams()
  const { record, ...rest } = useRecord(endpoint, {}, { kind: 'ruleSet', id: undefined })
  const newest = record?.versions[0]?.number
  const chosen = params.get('version') ?? (newest === undefined ? record?.inForce : String(newest))
  return {
    ...rest,
    versions: record?.versions,
    inForce: record?.inForce,
    chosen,
    choose: (version: string) => setParams({ version }, { replace: true }),
  }
}
