import { addDays } from '../../machines/calendar.ts'
import type { Customer } from '../../services/customer.ts'
import type { Random } from '../kit/random.ts'

type Gender = Customer['gender']
type Custom = Exclude<keyof typeof pools, 'eastern'> | keyof (typeof pools)['eastern']['families']

const words = (text: string) => text.trim().split(/\s+/)

const pools = {
  javanese: {
    male: words(`Agus Bambang Budi Joko Eko Dwi Tri Slamet Sugeng Suryo Wahyu Yudi Heru Hendro Bagus Danang Dimas Galih Teguh
      Wawan Yanto Sigit Tri Puji Aris Catur Edi Fajar Gunawan Hari Indra Jarot Kuncoro Nugroho Prasetyo Rudi Satrio Untung`),
    female:
      words(`Sri Dwi Endang Wahyuni Rini Tri Ratna Retno Wulan Yuni Ningsih Sulastri Kartika Lestari Dyah Ayu Puji Tuti
      Murni Indah Ika Eka Anik Titik Suci Sekar Laras Winarti Yanti Parwati Ambar Tyas Nanik Sumarni`),
    lastMale:
      words(`Santoso Prasetyo Wibowo Nugroho Susanto Hartono Setiawan Kurniawan Purnomo Raharjo Widodo Saputro Handoko
      Utomo Suryanto Cahyono Wicaksono Supriyadi Mulyono Pratama Haryanto Sutrisno Adi Waluyo Budiman`),
    lastFemale:
      words(`Wahyuni Lestari Rahayu Handayani Astuti Puspitasari Wulandari Kusumawati Setyowati Purwanti Ningrum
      Susanti Hastuti Widiastuti Utami Pertiwi Kartikasari Yuliani Mulyani Suryani Anggraini Safitri Maharani`),
  },
  sundanese: {
    male: words(`Asep Dadang Ujang Cecep Deden Encep Jajang Dede Iwan Yayan Tatang Nandang Usep Aep Agung Ridwan Rian Gilang
      Rahmat Endang Hendra Irfan Yusuf Taufik`),
    female:
      words(`Neneng Euis Iis Lilis Yayah Imas Cucu Rina Nia Tita Ai Ani Yeni Dewi Rani Neng Wida Popon Elis Teti Yanti
      Reni Santi`),
    lastMale: words(`Hidayat Suherman Supriatna Sutisna Kosasih Ruhiyat Permana Gumilar Nugraha Mulyana Hermawan Sopandi
      Kusnadi Somantri Wiguna Sumarna Firmansyah Ramdani Juanda Sobari`),
    lastFemale:
      words(`Rohaeni Nurhayati Komariah Sumiati Kurniasih Maryati Rosmiati Nuraeni Rostika Hasanah Juariah Suhaeti
      Fitriani Oktaviani Permatasari Rahmawati Nurjanah Mulyani`),
  },
  muslim: {
    male: words(`Muhammad Ahmad Abdul Rizki Fauzan Ilham Arif Hasan Husein Ibrahim Yusuf Zaki Farhan Faisal Hamdan Ikhsan
      Iqbal Khairul Lukman Mahmud Nasir Rasyid Reza Salman Syahrul Umar Wahid Zulkifli Rafi Akbar Habib`),
    female:
      words(`Siti Nur Aisyah Fatimah Khadijah Zahra Nabila Salma Hana Halimah Khairunnisa Laila Maryam Nadia Nurul Putri
      Rahma Rosita Sarah Syifa Ulfa Wardah Yasmin Zulaikha Aminah Annisa Fitri Intan Mutia`),
    lastMale:
      words(`Hidayatullah Rahman Ramadhan Hakim Maulana Fadillah Firdaus Nasution Siddiq Saputra Akbar Syahputra Arifin
      Rosyid Mubarak Anwar Effendi Fauzi Hanafi Kurnia Zainuddin Yunus Alamsyah Rifai`),
    lastFemale:
      words(`Rahmawati Hasanah Azzahra Khairani Fadilah Aulia Ramadhani Salsabila Safitri Amalia Nurhaliza Maulida
      Hidayati Mardiyah Zulaiha Sari Husna Apriani Rosdiana Fauziah Damayanti Novita`),
  },
  batak: {
    male: words(`Binsar Togar Parulian Tigor Poltak Jonathan Daniel Samuel Hotman Ronald Maruli Sahat Andreas Bonar Edward Frans
      Gomgom Jefri Lamhot Marihot Rikardo Sabar Tumpal`),
    female:
      words(`Rosmaida Tiurma Duma Lasma Maria Veronika Rotua Hotmaida Ester Debora Sondang Ruth Netty Martha Romauli Uli
      Santi Elisabet Juniar Lamria`),
    last: words(`Siregar Simanjuntak Sitompul Hutapea Panjaitan Nainggolan Sinaga Manurung Silalahi Tampubolon Hutagalung Sihombing
      Pardede Situmorang Simatupang Lubis Harahap Nasution Sembiring Ginting Tarigan Purba Saragih Pasaribu`),
  },
  minang: {
    male: words(`Afrizal Yulius Syafril Rinaldi Hendri Deni Fadli Ronal Jasman Zulfikar Aldi Riko Yusrizal Harry Nofri Ade Dasril
      Erizal Ikbal Mardison`),
    female:
      words(`Yulia Desi Rika Silvia Mega Yenni Fitra Elvi Nofrita Wirda Yusra Meri Gusti Lusi Resti Vivi Ermita Nelfi
      Suryani Rahmi`),
    last: words('Chaniago Piliang Koto Tanjung Sikumbang Jambak Caniago Guci Melayu Mandailing'),
    lastMale: words('Putra Ananda Saputra Ilahi Yandri Febrian Rahmat Efendi'),
    lastFemale: words('Putri Sari Yanti Dewi Oktavia Rahayu Susanti Permata'),
  },
  balinese: {
    male: words(`Adi Arya Astawa Budiarta Darma Gede Jaya Kusuma Mahendra Merta Narayana Oka Parta Rai Sudarma Suarjana Sukarta
      Sutama Swastika Wirawan Yasa Artawan Suparta`),
    female: words(`Ayu Budiani Candra Dewi Eka Jayanti Kusumawati Laksmi Murniati Padmi Purnami Rai Sari Sukerti Suryani
      Swandewi Trisna Widiani Yuliantari Artini Suartini`),
  },
  chinese: {
    male: words(`Andi Budi Hendra Kevin William Steven Jimmy Ricky Johan Michael Felix Edwin Albert Robert Hartono Benny Vincent
      Erwin Leonardo Tommy Fendi Calvin`),
    female:
      words(`Linda Lina Meiling Jessica Stephanie Cynthia Vivian Natalia Felicia Lily Yenny Angelina Fenny Grace Evelyn
      Christine Merry Susan Imelda Shanti Olivia`),
    last: words(`Wijaya Halim Gunawan Tanuwijaya Salim Kusuma Hartanto Lim Tan Wibisono Sutanto Limanto Susilo Setiadi Tanjaya
      Widjaja Liem Ong Chandra Santosa Darmawan Lesmana Hermanto`),
  },
  bugis: {
    male: words(`Baso Tenri Rusdi Amiruddin Syamsuddin Jusuf Hasanuddin Makmur Irwan Mansyur Saharuddin Syarifuddin Burhanuddin
      Ridwan Anwar Arfan Asrul Jamaluddin Kamaruddin`),
    female:
      words(`Besse Tenri Rosmini Hasnah Rahmatia Sitti Nuraeni Hasniar Marwah Jumriah Rosdiana Hartati Nurhidayah Suriani
      Murniati Asriani Fitriani`),
    last: words(`Mappatunru Patunru Mattalatta Pallawa Sulolipu Parawansa Mappanyukki Makkasau Mattulada Pabottingi Palaguna
      Makkawaru Petta Rauf Kadir`),
  },
  eastern: {
    male: words(`Yohanes Markus Lukas Yosep Petrus Paulus Frans Stefanus Benyamin Matius Thomas Gerson Elias Oktovianus Marthen
      Alfons Dominggus Jefri Ferdinand Yakob Simon`),
    female:
      words(`Maria Yohana Yuliana Martina Agustina Kristina Marlina Selvina Dorkas Fransina Ester Yosefina Adolfina Naomi
      Welmina Regina Beatrix Ribka Katarina Elisabeth`),
    families: {
      ambon: words(
        'Pattinama Latuconsina Tomasoa Siahaya Manuhutu Lawalata Matulessy Nanlohy Sahetapy Pelupessy Wattimena Tuhumury',
      ),
      papua: words(
        'Wanggai Kambuaya Rumbiak Yoku Wenda Kogoya Tabuni Korwa Rumaropen Sawaki Mandacan Kafiar Gebze Mahuze Nawipa',
      ),
      timor: words('Tefa Nainatun Benu Lopes Bria Nahak Taolin Klau Seran Manek Tallo Adoe Ndun Dethan Radja Kota'),
      minahasa: words(
        'Rumengan Lumowa Kaligis Mandagi Pangemanan Wowor Tumbelaka Sondakh Kalangi Lontoh Runtuwene Supit Waworuntu',
      ),
    },
  },
}

type Namer = (gender: Gender, random: Random, family?: string) => { name: string; family?: string }

// Most Javanese and Sundanese names have no family name, so relatives need not share a word.
const given =
  (pool: Record<'male' | 'female' | 'lastMale' | 'lastFemale', string[]>): Namer =>
  (gender, random) => {
    const first = random.pick(pool[gender])
    const lasts = (gender === 'male' ? pool.lastMale : pool.lastFemale).filter((last) => last !== first)
    const shape = random.next()
    if (shape < 0.05) return { name: random.pick(lasts) }
    if (shape < 0.78) return { name: `${first} ${random.pick(lasts)}` }
    const second = random.pick(pool[gender].filter((other) => other !== first))
    return { name: `${first} ${second} ${random.pick(lasts.filter((last) => last !== second))}` }
  }

const surnamed =
  (pool: Record<Gender, string[]>, families: string[], twoNames = 0.15): Namer =>
  (gender, random, family = random.pick(families)) => {
    const first = random.pick(pool[gender])
    const second = random.chance(twoNames) ? ` ${random.pick(pool[gender].filter((other) => other !== first))}` : ''
    return { name: `${first}${second} ${family}`, family }
  }

const customs: Record<Custom, Namer> = {
  javanese: given(pools.javanese),
  sundanese: given(pools.sundanese),
  muslim: given(pools.muslim),
  minang: (gender, random, family) =>
    random.chance(0.4)
      ? surnamed(pools.minang, pools.minang.last)(gender, random, family)
      : given(pools.minang)(gender, random),
  // The birth-order name comes first: Wayan, Made, Nyoman, Ketut.
  balinese: (gender, random) => {
    const order = random.pick(['Wayan', 'Made', 'Nyoman', 'Ketut', 'Putu', 'Kadek', 'Komang'])
    return { name: `${gender === 'male' ? 'I' : 'Ni'} ${order} ${random.pick(pools.balinese[gender])}` }
  },
  batak: surnamed(pools.batak, pools.batak.last),
  chinese: surnamed(pools.chinese, pools.chinese.last, 0.05),
  bugis: (gender, random, family) => {
    const named = surnamed(pools.bugis, pools.bugis.last, 0)(gender, random, family)
    return random.chance(0.3) ? { ...named, name: `Andi ${named.name}` } : named
  },
  ambon: surnamed(pools.eastern, pools.eastern.families.ambon),
  papua: surnamed(pools.eastern, pools.eastern.families.papua),
  timor: surnamed(pools.eastern, pools.eastern.families.timor),
  minahasa: surnamed(pools.eastern, pools.eastern.families.minahasa),
}

type Shares = Partial<Record<Custom, number>>
type Place = { code: string; city: string; share: number; customs: Shares }

const java: Shares = { javanese: 70, muslim: 22, chinese: 5, batak: 2 }
const capital: Shares = {
  javanese: 34,
  muslim: 28,
  sundanese: 16,
  batak: 8,
  chinese: 8,
  minang: 4,
  ambon: 1,
  minahasa: 1,
}
const sunda: Shares = { sundanese: 62, muslim: 22, javanese: 11, chinese: 4, batak: 2 }
const malay: Shares = { muslim: 60, javanese: 20, minang: 8, batak: 7, chinese: 7 }
const mixed = (own: Custom): Shares => ({ muslim: 24, javanese: 13, chinese: 4, [own]: 60 })

// Regency codes are the ministry's (see provinces).
// The shares are a rough guess of where an online lender's borrowers live.
const places: Place[] = [
  { code: '3171', city: 'Jakarta Pusat', share: 20, customs: capital },
  { code: '3172', city: 'Jakarta Utara', share: 26, customs: capital },
  { code: '3173', city: 'Jakarta Barat', share: 38, customs: capital },
  { code: '3174', city: 'Jakarta Selatan', share: 34, customs: capital },
  { code: '3175', city: 'Jakarta Timur', share: 46, customs: capital },
  { code: '3603', city: 'Kabupaten Tangerang', share: 26, customs: capital },
  { code: '3671', city: 'Kota Tangerang', share: 24, customs: capital },
  { code: '3674', city: 'Tangerang Selatan', share: 20, customs: capital },
  { code: '3276', city: 'Depok', share: 30, customs: capital },
  { code: '3275', city: 'Kota Bekasi', share: 40, customs: capital },
  { code: '3216', city: 'Kabupaten Bekasi', share: 30, customs: sunda },
  { code: '3271', city: 'Kota Bogor', share: 18, customs: sunda },
  { code: '3201', city: 'Kabupaten Bogor', share: 40, customs: sunda },
  { code: '3215', city: 'Karawang', share: 20, customs: sunda },
  { code: '3273', city: 'Kota Bandung', share: 38, customs: sunda },
  { code: '3204', city: 'Kabupaten Bandung', share: 24, customs: sunda },
  { code: '3205', city: 'Garut', share: 12, customs: sunda },
  { code: '3274', city: 'Kota Cirebon', share: 10, customs: sunda },
  { code: '3374', city: 'Kota Semarang', share: 26, customs: java },
  { code: '3372', city: 'Surakarta', share: 14, customs: java },
  { code: '3302', city: 'Banyumas', share: 12, customs: java },
  { code: '3375', city: 'Kota Pekalongan', share: 8, customs: java },
  { code: '3471', city: 'Kota Yogyakarta', share: 10, customs: java },
  { code: '3404', city: 'Sleman', share: 14, customs: java },
  { code: '3578', city: 'Surabaya', share: 46, customs: java },
  { code: '3515', city: 'Sidoarjo', share: 22, customs: java },
  { code: '3573', city: 'Kota Malang', share: 18, customs: java },
  { code: '3509', city: 'Jember', share: 10, customs: java },
  { code: '3571', city: 'Kota Kediri', share: 7, customs: java },
  { code: '1171', city: 'Banda Aceh', share: 6, customs: malay },
  { code: '1271', city: 'Kota Medan', share: 32, customs: mixed('batak') },
  { code: '1207', city: 'Deli Serdang', share: 16, customs: mixed('batak') },
  { code: '1371', city: 'Kota Padang', share: 14, customs: mixed('minang') },
  { code: '1471', city: 'Pekanbaru', share: 16, customs: malay },
  { code: '1571', city: 'Kota Jambi', share: 8, customs: malay },
  { code: '1671', city: 'Palembang', share: 20, customs: malay },
  { code: '1771', city: 'Kota Bengkulu', share: 4, customs: malay },
  { code: '1871', city: 'Bandar Lampung', share: 16, customs: mixed('javanese') },
  { code: '1971', city: 'Pangkalpinang', share: 4, customs: malay },
  { code: '2171', city: 'Batam', share: 14, customs: malay },
  { code: '5171', city: 'Denpasar', share: 14, customs: mixed('balinese') },
  { code: '5103', city: 'Badung', share: 8, customs: mixed('balinese') },
  { code: '5271', city: 'Mataram', share: 7, customs: malay },
  { code: '5371', city: 'Kota Kupang', share: 5, customs: mixed('timor') },
  { code: '6171', city: 'Pontianak', share: 8, customs: mixed('chinese') },
  { code: '6271', city: 'Palangka Raya', share: 4, customs: malay },
  { code: '6371', city: 'Banjarmasin', share: 9, customs: malay },
  { code: '6471', city: 'Balikpapan', share: 9, customs: mixed('bugis') },
  { code: '6472', city: 'Samarinda', share: 9, customs: mixed('bugis') },
  { code: '6571', city: 'Tarakan', share: 3, customs: mixed('bugis') },
  { code: '7171', city: 'Manado', share: 8, customs: mixed('minahasa') },
  { code: '7271', city: 'Kota Palu', share: 5, customs: mixed('bugis') },
  { code: '7371', city: 'Makassar', share: 20, customs: mixed('bugis') },
  { code: '7471', city: 'Kendari', share: 5, customs: mixed('bugis') },
  { code: '7571', city: 'Kota Gorontalo', share: 3, customs: malay },
  { code: '7602', city: 'Mamuju', share: 2, customs: mixed('bugis') },
  { code: '8171', city: 'Kota Ambon', share: 4, customs: mixed('ambon') },
  { code: '8271', city: 'Ternate', share: 3, customs: malay },
  { code: '9171', city: 'Kota Jayapura', share: 4, customs: mixed('papua') },
  { code: '9202', city: 'Manokwari', share: 2, customs: mixed('papua') },
  { code: '9301', city: 'Merauke', share: 2, customs: mixed('papua') },
  { code: '9401', city: 'Nabire', share: 1, customs: mixed('papua') },
  { code: '9501', city: 'Jayawijaya', share: 1, customs: mixed('papua') },
  { code: '9671', city: 'Kota Sorong', share: 3, customs: mixed('papua') },
]

// Operator prefixes of the numbering plan, after +62: Telkomsel, Indosat, XL, Axis, Tri, Smartfren.
const operators = [
  { share: 44, prefixes: words('811 812 813 821 822 823 851 852 853') },
  { share: 22, prefixes: words('814 815 816 855 856 857 858') },
  { share: 14, prefixes: words('817 818 819 859 877 878') },
  { share: 6, prefixes: words('831 832 833 838') },
  { share: 9, prefixes: words('895 896 897 898 899') },
  { share: 5, prefixes: words('881 882 887 888 889') },
]

const banks = [
  { share: 28, name: 'BCA', digits: 10 },
  { share: 26, name: 'BRI', digits: 15 },
  { share: 20, name: 'Mandiri', digits: 13 },
  { share: 10, name: 'BNI', digits: 10 },
  { share: 6, name: 'BSI', digits: 10 },
  { share: 4, name: 'CIMB Niaga', digits: 13 },
  { share: 3, name: 'Permata', digits: 10 },
  { share: 2, name: 'Danamon', digits: 10 },
  { share: 1, name: 'BTN', digits: 16 },
]

type Work = { share: number; median: number; jobs: string; kinds: string; names: string }

// Median monthly pay in rupiah, near the regional minimum wages of Java; the spread is in incomeOf.
// An employer is a kind and a name.
const works: Work[] = [
  {
    share: 22,
    median: 4_600_000,
    jobs: 'Operator produksi|Staf gudang|Teknisi mesin|Kontrol mutu',
    kinds: 'PT',
    names: 'Garmen Sentosa|Sepatu Nusa Jaya|Plastik Makmur|Komponen Prima|Baja Mulia|Pangan Lestari',
  },
  {
    share: 16,
    median: 3_700_000,
    jobs: 'Pramuniaga|Kasir|Kepala toko',
    kinds: 'Toko|Swalayan',
    names: 'Sumber Rejeki|Berkah Jaya|Sinar Baru|Maju Bersama|Cahaya Abadi|Rukun',
  },
  {
    share: 13,
    median: 4_100_000,
    jobs: 'Pengemudi|Kurir|Pengemudi ojek daring',
    kinds: 'Armada|Ekspedisi',
    names: 'Kilat Nusa|Lintas Kota|Antar Cepat|Jaya Raya',
  },
  {
    share: 20,
    median: 5_600_000,
    jobs: 'Staf administrasi|Staf keuangan|Tenaga penjualan|Layanan pelanggan',
    kinds: 'PT|CV',
    names: 'Karya Utama|Mitra Solusi|Graha Data|Anugerah Niaga|Citra Media|Bina Usaha',
  },
  {
    share: 8,
    median: 3_900_000,
    jobs: 'Guru|Guru honorer|Staf tata usaha',
    kinds: 'SD|SMP|SMA',
    names: 'Harapan Bangsa|Tunas Muda|Bina Insan|Pelita Ilmu',
  },
  {
    share: 6,
    median: 5_200_000,
    jobs: 'Perawat|Bidan|Apoteker',
    kinds: 'RS|Klinik|Apotek',
    names: 'Sehat Sentosa|Kasih Bunda|Medika Utama|Waras',
  },
  {
    share: 11,
    median: 4_800_000,
    jobs: 'Pemilik usaha|Pedagang|Penjahit|Pengrajin',
    kinds: 'Warung|Usaha|Kios',
    names: 'Barokah|Mandiri|Ibu Tini|Pak De|Sederhana|Rejeki',
  },
  {
    share: 4,
    median: 9_500_000,
    jobs: 'Pengembang perangkat lunak|Analis|Penyelia|Insinyur',
    kinds: 'PT',
    names: 'Teknologi Cipta|Rekayasa Mandala|Energi Samudra|Konsultan Arta|Jasa Digital Nusa',
  },
]

const streets =
  words(`Melati Mawar Kenanga Anggrek Cempaka Flamboyan Merpati Garuda Rajawali Kutilang Mangga Rambutan Nangka Durian
  Salak Pahlawan Merdeka Pemuda Veteran Kartini Diponegoro Sudirman Gatotkaca Hasanuddin Cendana Beringin Kemuning Dahlia Seruni
  Teratai Bougenville Manggis Jambu Kelapa Cemara Pinus Jati Mahoni Siliwangi Pattimura`)
const villages =
  words(`Sukamaju Sukajadi Mekarsari Karanganyar Sidomulyo Margahayu Tanjungsari Bojongsari Kebonjati Sumberejo
  Wonosari Pasirkaliki Cibadak Harjosari Rejosari Tegalsari Kampungbaru Purwosari Sukarame Babakan Karangasem Banjarsari Jatimulyo
  Kebonsari Mulyorejo Sidorejo Sukasari Tirtamulya`)

const byShare = <T extends { share: number }>(random: Random, list: readonly T[]) =>
  random.weighted(list.map((it) => [it, it.share] as const))
const oneOf = (random: Random, list: string) => random.pick(list.split('|'))
const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('')

/** A NIK of somebody from a regency (four digits), born on a day 'YYYY-MM-DD'. */
export function nikOf(random: Random, regency: string, birthday: string, gender: Gender): string {
  const [year, month, day] = birthday.split('-') as [string, string, string]
  const district = String(random.int(1, 25)).padStart(2, '0')
  // Real serials are small. Spread over all of them, hardly two of a million customers share a number.
  const serial = String(random.int(1, 9999)).padStart(4, '0')
  return `${regency}${district}${gender === 'female' ? Number(day) + 40 : day}${month}${year.slice(2)}${serial}`
}

// 8 or 7 digits after the prefix make 12 or 11 with the leading 0, like nearly all numbers in use.
export const phoneOf = (random: Random) =>
  `+62${random.pick(byShare(random, operators).prefixes)}${random.int(1, 9)}${digits(random, random.chance(0.8) ? 7 : 6)}`

// Domains reserved for examples (RFC 2606): no real mailbox, even if a demonstration gets a real mail channel.
const emailOf = (random: Random, name: string, birthday: string) => {
  const parts = name.toLowerCase().split(' ')
  const local = random.pick([parts.join('.'), parts.join(''), `${parts[0]}${parts.at(-1)?.[0]}`])
  const tail = random.pick([birthday.slice(2, 4), birthday.slice(0, 4), digits(random, 3)])
  return `${local}${tail}@${random.pick(['surel', 'posel', 'kotakpos', 'email'])}.example`
}

const streetOf = (random: Random) =>
  `${random.pick(['Jalan', 'Jalan', 'Gang'])} ${random.pick(streets)} ${random.int(1, 180)}, ` +
  `RT ${String(random.int(1, 12)).padStart(3, '0')}/RW ${String(random.int(1, 15)).padStart(3, '0')}, ${random.pick(villages)}`

// Log-normal: many near the median and a long tail above, rounded to 50,000 as people state it.
const incomeOf = (random: Random, median: number) =>
  Math.min(60_000_000, Math.max(1_200_000, Math.round((median * Math.exp(random.normal(0, 0.32))) / 50_000) * 50_000))

function contactsOf(random: Random, custom: Custom, gender: Gender, family?: string): Customer['contacts'] {
  const closest = random.pick(['spouse', 'spouse', 'parent', 'parent', 'sibling'] as const)
  const others = (['sibling', 'friend', 'colleague', 'parent'] as const).filter((it) => it !== closest)
  const second = random.pick(others)
  const third = random.pick(others.filter((it) => it !== second))
  return [closest, second, ...(random.chance(0.4) ? [third] : [])].map((relationship) => {
    const other = gender === 'male' ? 'female' : 'male'
    const theirs = relationship === 'spouse' ? other : random.pick(['male', 'female'] as const)
    const related = relationship === 'parent' || relationship === 'sibling'
    const { name } = customs[custom](theirs, random, related ? family : undefined)
    return { name, phone: phoneOf(random), relationship, consented: random.chance(0.85) }
  })
}

const accountOf = (random: Random, length: number) => {
  const account = `${random.int(1, 9)}${digits(random, length - 1)}`
  return { account, card: `6019${account.padStart(12, '0').slice(-12)}` }
}

/** A made-up customer of 20 to 58 years on `today` ('YYYY-MM-DD'), whose NIK agrees with the rest of the record. */
export function customerOf(random: Random, today: string): Customer {
  const gender = random.pick(['male', 'female'] as const)
  const place = byShare(random, places)
  const custom = random.weighted(Object.entries(place.customs) as [Custom, number][])
  const { name, family } = customs[custom](gender, random)
  const years = Math.min(57, Math.max(20, Math.round(random.normal(33, 8))))
  const birthday = addDays(today, -Math.floor(years * 365.25) - random.int(1, 365))
  const work = byShare(random, works)
  const bank = byShare(random, banks)
  return {
    name,
    gender,
    nik: nikOf(random, place.code, birthday, gender),
    birthday,
    phone: phoneOf(random),
    email: emailOf(random, name, birthday),
    address: { street: streetOf(random), city: place.city, province: place.code.slice(0, 2) },
    employment: {
      employer: `${oneOf(random, work.kinds)} ${oneOf(random, work.names)}`,
      job: oneOf(random, work.jobs),
      monthlyIncome: incomeOf(random, work.median),
      since: addDays(today, -random.int(60, Math.min(12, years - 18) * 365)),
    },
    bank: {
      name: bank.name,
      ...accountOf(random, bank.digits),
      // A few give an account in another name, which reviewers should notice.
      holder: random.chance(0.02) ? customs[custom](gender, random, family).name : name,
    },
    contacts: contactsOf(random, custom, gender, family),
  }
}
