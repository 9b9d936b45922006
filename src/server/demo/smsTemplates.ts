import type { SmsTemplateEvent, TemplateContent } from '../../machines/smsTemplate.ts'
import { commands } from '../../services/smsTemplate.ts'
import type { Server } from '../server.ts'
import type { Lender } from './catalogue.ts'

const day = 86_400_000
const minute = 60_000
/** Between the templates, so that the first are older than the first reminders. */
const apart = 12 * day

type Fact = SmsTemplateEvent extends infer Event
  ? Event extends SmsTemplateEvent
    ? Omit<Event, 'by' | 'at'>
    : never
  : never
type Step = [Fact, by: 'writer' | 'lead' | 'checker']

const written = (content: TemplateContent): Step[] => [[{ type: 'templateDrafted', ...content }, 'writer']]
const proposed = (content: TemplateContent): Step[] => [...written(content), [{ type: 'templateProposed' }, 'writer']]
const approved = (content: TemplateContent): Step[] => [...proposed(content), [{ type: 'templateApproved' }, 'checker']]
const retired = (content: TemplateContent): Step[] => [...approved(content), [{ type: 'templateRetired' }, 'checker']]
const refused = (content: TemplateContent, reason: string): Step[] => [
  ...proposed(content),
  [{ type: 'templateRefused', reason }, 'checker'],
]
const changed = (content: TemplateContent, body: string): Step[] => [
  ...approved(content),
  [{ type: 'templateRevised', ...content, body }, 'lead'],
  [{ type: 'templateProposed' }, 'lead'],
  [{ type: 'templateApproved' }, 'checker'],
]
const changing = (content: TemplateContent, body: string): Step[] => changed(content, body).slice(0, -1)

const id = 'id' as const
const service = (name: string, body: string): TemplateContent => ({ name, language: id, category: 'service', body })
const collection = (name: string, body: string): TemplateContent => ({ ...service(name, body), category: 'collection' })
const marketing = (name: string, body: string): TemplateContent => ({ ...service(name, body), category: 'marketing' })

/** The message templates of the simulated lender. */
const templates: Step[][] = [
  approved(
    service(
      'Pengajuan diterima',
      'Yth. {name}, pengajuan {orderNo} di {appName} sudah kami terima. Hasilnya kami kabari lewat aplikasi.',
    ),
  ),
  approved(
    service(
      'Pengajuan disetujui',
      'Yth. {name}, pengajuan {orderNo} sebesar {loanAmount} disetujui. Dana {arrivalAmount} akan dikirim ke rekening {bank} Anda.',
    ),
  ),
  approved(
    service(
      'Dana dicairkan',
      'Yth. {name}, dana {arrivalAmount} untuk {orderNo} sudah dikirim ke rekening {bank} Anda. Tagihan {amountDue} jatuh tempo {dueDay}.',
    ),
  ),
  changed(
    service('Pengingat H-3', 'Yth. {name}, tagihan {amountDue} jatuh tempo {dueDay}.'),
    'Yth. {name}, tagihan {amountDue} jatuh tempo {dueDay}. Bayar ke virtual account {virtualAccount}. Abaikan bila sudah membayar.',
  ),
  changing(
    service(
      'Pengingat H-1',
      'Yth. {name}, tagihan {amountDue} jatuh tempo besok, {dueDay}. Virtual account: {virtualAccount}.',
    ),
    'Yth. {name}, besok {dueDay} tagihan {amountDue} jatuh tempo. Bayar ke virtual account {virtualAccount}. Abaikan bila sudah membayar.',
  ),
  approved(
    service(
      'Jatuh tempo hari ini',
      'Yth. {name}, tagihan {amountDue} jatuh tempo hari ini. Bayar ke virtual account {virtualAccount} agar tidak dikenai denda.',
    ),
  ),
  approved(
    collection(
      'Terlambat 1-7 hari',
      'Yth. {name}, tagihan {amountDue} terlambat {daysOverdue} hari. Mohon bayar ke virtual account {virtualAccount} hari ini. Ada kendala? Hubungi kami lewat aplikasi.',
    ),
  ),
  proposed(
    collection(
      'Terlambat lebih dari 7 hari',
      'Yth. {name}, pinjaman {orderNo} terlambat {daysOverdue} hari, tagihan {amountDue}. Hubungi kami lewat aplikasi untuk membicarakan cara pembayaran.',
    ),
  ),
  approved(
    service('Pembayaran diterima', 'Terima kasih, {name}. Pembayaran {paidAmount} pada {paidDay} sudah kami terima.'),
  ),
  refused(
    collection('Peringatan terakhir', 'Yth. {name}, segera bayar {amountDue} hari ini juga!'),
    'Nada mengancam dan tidak menyebut cara membayar',
  ),
  approved(
    marketing(
      'Ajukan lagi',
      'Halo {name}, limit Anda di {appName} siap dipakai lagi: {appLink}. Berhenti menerima: {optOutLink}',
    ),
  ),
  proposed(
    marketing(
      'Promo akhir tahun',
      'Halo {name}, biaya layanan {appName} lebih ringan sampai akhir tahun: {appLink}. Berhenti menerima: {optOutLink}',
    ),
  ),
  retired(
    marketing(
      'Promo Ramadan',
      'Halo {name}, selamat menunaikan ibadah puasa. Penawaran Ramadan {appName}: {appLink}. Berhenti menerima: {optOutLink}',
    ),
  ),
  written(service('Virtual account berubah', 'Yth. {name}, mulai sekarang bayar ke virtual account {virtualAccount}.')),
  approved(
    service(
      'Perbaikan pengajuan',
      'Yth. {name}, pengajuan {orderNo} di {appName} perlu diperbaiki: {mend}. Buka aplikasi untuk mengirimnya kembali.',
    ),
  ),
  approved({
    ...service(
      'Kegagalan pelindungan data',
      'Yth. {name}, data pribadi Anda di {appName} mungkin terbuka bagi pihak lain. Data apa, dan langkah Anda: {appLink}. Kami wajib memberitahukannya (UU 27/2022).',
    ),
    marks: ['byLaw'],
  }),
]

/** Makes the templates of messages, each in another stage: most approved, some proposed, refused, changed or retired. */
export const makeSmsTemplates = async ({ store, clock }: Server, { staff }: Pick<Lender, 'staff'>): Promise<void> => {
  const now = clock.now()
  for (const [nth, steps] of templates.entries()) {
    const isCollection = (steps[0]![0] as TemplateContent).category === 'collection'
    const people = {
      writer: (isCollection ? staff.collectionLead : staff.telemarketingLead)![0]!,
      lead: staff.collectionLead![0]!,
      checker: staff.financeChecker![0]!,
    }
    const stream = `smsTemplate/demo-${nth + 1}` as const
    for (const [index, [fact, by]] of steps.entries()) {
      const event = {
        ...fact,
        by: people[by],
        at: now - (templates.length - nth) * apart + index * 40 * minute,
      }
      await store.send({ stream, event, via: commands[fact.type].interface, key: `demo ${index + 1} ${stream}` })
    }
  }
}
