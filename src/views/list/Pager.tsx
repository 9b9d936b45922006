import { Button, ButtonGroup, Classes, HTMLSelect } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSizes } from './filter.ts'

type PagerProps = {
  page: number
  hasNext: boolean
  limit: number
  onPrevious: () => void
  onNext: () => void
  onLimit: (limit: number) => void
  /** The number of rows. */
  children: ReactNode
}

export const Pager = ({ page, hasNext, limit, onPrevious, onNext, onLimit, children }: PagerProps) => {
  const { t } = useTranslation()
  return (
    <nav className="list-pager" aria-label={t('list:pages')}>
      {children}
      <span className={`${Classes.TEXT_MUTED} list-keys`}>{t('list:keys')}</span>
      <HTMLSelect
        aria-label={t('list:pageSize')}
        value={limit}
        options={pageSizes.map((size) => ({ value: size, label: t('list:perPage', { size }) }))}
        onChange={({ target }) => onLimit(Number(target.value))}
      />
      <span aria-current="page">{t('list:page', { page })}</span>
      <ButtonGroup>
        <Button
          size="small"
          icon={<ChevronLeftIcon />}
          aria-label={t('list:previous')}
          disabled={page === 1}
          onClick={onPrevious}
        />
        <Button
          size="small"
          icon={<ChevronRightIcon />}
          aria-label={t('list:next')}
          disabled={!hasNext}
          onClick={onNext}
        />
      </ButtonGroup>
    </nav>
  )
}
