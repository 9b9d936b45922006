import { usualApprovalRules } from '../../machines/approvalRules.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import { usualRules } from '../../machines/contactRules.ts'
import { readDecree } from '../../machines/decree.ts'
import { usualLeadRules } from '../../machines/leadRules.ts'
import { usualLoanRules } from '../../machines/loanRules.ts'
import { usualMessageRules } from '../../machines/messageRules.ts'
import { usualPayoutRules } from '../../machines/payoutRules.ts'
import { usualZones } from '../../machines/provinceZones.ts'
import { usualScorecard } from '../../machines/scorecard.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import { usualStaffRules } from '../../machines/staffRules.ts'
import type { Beginning } from './settings.ts'

const from = '2020-01-01'
const year = '2026'

// From memory of the joint decree of September 2025, not copied from it: a real lender enters the decree's own lines.
const decree = `
1 Januari 2026; Tahun Baru 2026 Masehi; libur nasional
16 Januari 2026; Isra Mikraj Nabi Muhammad S.A.W.; libur nasional
16 Februari 2026; Tahun Baru Imlek 2577 Kongzili; cuti bersama
17 Februari 2026; Tahun Baru Imlek 2577 Kongzili; libur nasional
18 Maret 2026; Hari Suci Nyepi (Tahun Baru Saka 1948); cuti bersama
19 Maret 2026; Hari Suci Nyepi (Tahun Baru Saka 1948); libur nasional
20 Maret 2026; Idulfitri 1447 Hijriah; cuti bersama
21 Maret 2026; Idulfitri 1447 Hijriah; libur nasional
22 Maret 2026; Idulfitri 1447 Hijriah; libur nasional
23 Maret 2026; Idulfitri 1447 Hijriah; cuti bersama
24 Maret 2026; Idulfitri 1447 Hijriah; cuti bersama
3 April 2026; Wafat Yesus Kristus; libur nasional
5 April 2026; Kebangkitan Yesus Kristus (Paskah); libur nasional
1 Mei 2026; Hari Buruh Internasional; libur nasional
14 Mei 2026; Kenaikan Yesus Kristus; libur nasional
15 Mei 2026; Kenaikan Yesus Kristus; cuti bersama
27 Mei 2026; Iduladha 1447 Hijriah; libur nasional
28 Mei 2026; Iduladha 1447 Hijriah; cuti bersama
31 Mei 2026; Hari Raya Waisak 2570 BE; libur nasional
1 Juni 2026; Hari Lahir Pancasila; libur nasional
16 Juni 2026; 1 Muharam Tahun Baru Islam 1448 Hijriah; libur nasional
17 Agustus 2026; Proklamasi Kemerdekaan; libur nasional
25 Agustus 2026; Maulid Nabi Muhammad S.A.W.; libur nasional
24 Desember 2026; Kelahiran Yesus Kristus (Natal); cuti bersama
25 Desember 2026; Kelahiran Yesus Kristus (Natal); libur nasional
`

const script = (about: string) =>
  `Selamat pagi/siang, saya [nama] dari [pemberi pinjaman]. Apakah saya berbicara dengan [nama calon nasabah]?
Saya menelepon tentang ${about}. Apakah Bapak/Ibu punya waktu dua menit?
Biaya dan bunga: sebutkan sesuai produk, sebelum ditanya.
Jangan menjanjikan persetujuan. Tawarkan kode verifikasi hanya setelah bersedia mendaftar.
Bila tidak ingin ditelepon lagi: catat sekarang, ucapkan terima kasih, tutup.`

/** When and how often the simulated lender contacts people, on which clock, and the holidays of a year. */
export const contactSettings: Beginning[] = [
  { kind: 'contactRules', code: onlyCode, values: { from, ...usualRules } },
  { kind: 'collectionRules', code: onlyCode, values: { from, ...usualCollection } },
  { kind: 'leadRules', code: onlyCode, values: { from, ...usualLeadRules } },
  { kind: 'loanRules', code: onlyCode, values: { from, ...usualLoanRules } },
  { kind: 'approvalRules', code: onlyCode, values: { from, ...usualApprovalRules } },
  { kind: 'payoutRules', code: onlyCode, values: { from, ...usualPayoutRules } },
  { kind: 'messageRules', code: onlyCode, values: { from, ...usualMessageRules } },
  { kind: 'staffRules', code: onlyCode, values: { from, ...usualStaffRules } },
  // Two ways to come cost nothing, and have no setting.
  { kind: 'channelCost', code: 'playstore', values: { from, perApplication: 12_000 } },
  { kind: 'channelCost', code: 'affiliate', values: { from, perApplication: 35_000 } },
  { kind: 'channelCost', code: 'social', values: { from, perApplication: 18_000 } },
  // More than usual, so that a lender with few leads has checks.
  { kind: 'scorecard', code: onlyCode, values: { from, ...usualScorecard, share: 50, second: 40 } },
  ...[
    { code: onlyCode, about: 'pinjaman tunai tanpa agunan dari aplikasi kami' },
    { code: 'PAMERAN-01', about: 'pameran UMKM tempat Bapak/Ibu mengisi formulir' },
  ].map(({ code, about }): Beginning => ({ kind: 'leadScript', code, values: { script: script(about) } })),
  { kind: 'zones', code: onlyCode, values: { from, ...usualZones } },
  {
    kind: 'holidays',
    code: year,
    values: { decree: 'Keputusan bersama tentang hari libur 2026 (data demo)', days: readDecree(decree, year).days },
  },
]
