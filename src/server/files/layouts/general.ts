import type { Layout } from './layout.ts'

const words = (names: string) => names.split(' ')

/** Names that banks give their columns, without spaces and punctuation, for tables of no declared bank. */
export const general: Layout = {
  bank: '',
  columns: {
    day: words(
      'tanggal tgl tanggaltransaksi tgltransaksi tgltrans tgltran tanggalposting tglposting tanggalwaktu tanggaldanwaktu waktutransaksi date transactiondate trxdate txndate postdate postingdate postdatetime datetime transactiontime bookingdate entrydate 日期 交易日期 记账日期 交易时间',
    ),
    valueDay: words('valuedate valdate tanggalvaluta tglvaluta tanggalefektif tglefektif effectivedate 起息日'),
    time: words('jam waktu time pukul 时间'),
    txid: words(
      'notransaksi nomortransaksi idtransaksi transactionid transactionno trxid txid txnid referensi noreferensi nomorreferensi noref nomorref reference referenceno referencenumber refno ref nobukti journalno nojurnal 交易编号 交易号 流水号 参考号',
    ),
    amount: words('jumlah nominal nilai mutasi amount transactionamount 金额 交易金额'),
    debit: words(
      'debet debit mutasidebet mutasidebit debitamount amountdebit jumlahdebet jumlahdebit pengeluaran keluar uangkeluar withdrawal withdrawals 支出 借方 借方金额',
    ),
    credit: words(
      'kredit credit mutasikredit creditamount amountcredit jumlahkredit pemasukan masuk uangmasuk deposit deposits 收入 贷方 贷方金额',
    ),
    type: words(
      'dbcr crdb dc cd dk kd drcr crdr tipe type jenis jenismutasi jenistransaksi transactiontype debetkredit debitkredit debitcredit 借贷 类型',
    ),
    info: words(
      'keterangan keterangantambahan uraian uraiantransaksi deskripsi desktran rincian rinciantransaksi berita catatan description transactiondescription additionaldesc additionaldescription details remark remarks narrative info note 摘要 备注 附言',
    ),
    balance: words(
      'saldo saldoberjalan saldoakhirmutasi balance runningbalance ledger ledgerbalance closebalance closingbalance endingbalance 余额 账户余额',
    ),
    account: words('account rekening accountno accountnumber acctno norek norekening nomorrekening 账号'),
    currency: words('ccy currency currencycode matauang kodematauang valuta curr 币种'),
  },
  sen: 'either',
  id: 'unique',
  whole: false,
}
