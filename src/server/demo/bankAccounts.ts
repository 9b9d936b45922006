/** The bank accounts of the simulated lender. */
export const bankAccounts = [
  { code: 'BCA-IN', bank: 'BCA', name: 'Penerimaan', number: '5220304411' },
  { code: 'BCA-OUT', bank: 'BCA', name: 'Pencairan', number: '5220304455' },
  { code: 'MANDIRI', bank: 'Mandiri', name: 'Operasional', number: '1240008877661' },
]
