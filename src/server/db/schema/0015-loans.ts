// After the order that a list is read in come its filters: a walk past what they leave out reads the index alone.
const also = 'standing, app, channel, product'

/** The rates that loans are paid out on, and each loan with its instalments and what was paid, as its last event left it. */
export const statements = [
  // Rates are basis points a day, but for the cap; an order's term is paid in instalments of `every` days, or in one when it cannot be.
  `create table product_rate (
    product text not null, from_day text not null, every int not null, interest int not null, early_fee int not null,
    late_fee int not null, late_from int not null, fee_days int not null, cap int not null, primary key (product, from_day))`,
  `insert into product_rate select code, '2000-01-01', 30, 20, 20, 30, 8, 90, 10000 from product`,

  `create table loan (
    order_no text primary key, person text not null, app text not null, channel text not null, product text not null,
    version int not null, state text not null, reduction text not null, rollover text not null, proposal text not null,
    virtual_account text, principal bigint not null, paid_out_on text not null, instalments int not null, oldest_due text,
    last_due text not null, last_paid_on text, paid bigint not null, credit bigint not null, reduced bigint not null,
    remaining bigint not null, rollovers int not null, as_of text not null)`,
  // Without a list of entries still to be made: one command in thousands would make them all, while it holds the head.
  `create index loan_order_no_part on loan using gin (order_no gin_trgm_ops) with (fastupdate = off)`,
  `create index loan_virtual_account on loan (virtual_account)`,

  // The fee is what it was to a ten-thousandth on the day that the money was last touched, and what makes it grow since.
  `create table instalment (
    order_no text not null, person text not null, app text not null, channel text not null, product text not null,
    term int not null, terms int not null, due text not null, original_due text not null, standing text not null,
    interest bigint not null, principal bigint not null, interest_left bigint not null, principal_left bigint not null,
    paid bigint not null, reduced bigint not null, fee_met bigint not null, fee_whole bigint not null, fee_rest int not null,
    fee_most bigint not null, fee_age int not null, early_fee int not null, late_fee int not null, late_from int not null,
    fee_days int not null, primary key (order_no, term))`,
  `create index instalment_due on instalment (due, order_no, term, ${also})`,
  `create index instalment_standing on instalment (standing, due, order_no, term, app, channel, product)`,
  `create index instalment_person on instalment (person)`,
  // Few different values, so each is small: for what is too rare to be walked to.
  `create index instalment_app on instalment (app)`,
  `create index instalment_channel on instalment (channel)`,
  `create index instalment_product on instalment (product)`,

  `create table repayment (
    order_no text not null, person text not null, app text not null, channel text not null, product text not null,
    n int not null, txid text not null, kind text not null, day text not null, amount bigint not null,
    interest bigint not null, principal bigint not null, fee bigint not null, charge bigint not null, credit bigint not null,
    reversed boolean not null, primary key (order_no, n))`,
  `create index repayment_day on repayment (day, order_no, n, kind, reversed, app, channel, product)`,
  `create index repayment_txid on repayment (txid)`,
  `create index repayment_person on repayment (person)`,
  `create index repayment_app on repayment (app)`,
  `create index repayment_channel on repayment (channel)`,
  `create index repayment_product on repayment (product)`,
  `create index repayment_rare on repayment (kind, reversed, day) where kind <> 'repaid' or reversed`,
]
