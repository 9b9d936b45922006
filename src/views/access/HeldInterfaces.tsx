import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/record/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import { areaOf, interfaceWords } from './interfaceWords.ts'

/** The interfaces that somebody holds, by area, each with its purpose where it has one. */
export const HeldInterfaces = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const areas = [...new Set(ids.map(areaOf))].toSorted()
  return (
    <Facts title="access:interfaces" aside={<span className="quiet">{number(ids.length)}</span>}>
      {areas.map((area) => (
        <section key={area} className="held-interfaces" aria-label={area}>
          <h3>{area}</h3>
          <ul>
            {ids
              .filter((id) => areaOf(id) === area)
              .toSorted()
              .map((id) => (
                <li key={id}>
                  <code>{id}</code>{' '}
                  <span className="quiet">
                    {interfaceWords(id)
                      .map((words) => t(words))
                      .join(' · ')}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Facts>
  )
}
