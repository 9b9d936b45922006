/** The complaints of customers about collection, read from the log. */
export const statements = [
  `create table recovery_complaint (id bigint not null, order_no text not null, app text not null, product text not null,
    at bigint not null, day text not null, stage text not null, collector text not null, group_id text not null,
    company text not null, province text not null, regency text not null, topic text not null, channel text not null,
    words text not null, held boolean not null, primary key (id))`,
  `create index recovery_complaint_order on recovery_complaint (order_no)`,
  `create index recovery_complaint_day on recovery_complaint (day, id)`,
  `create index recovery_complaint_collector on recovery_complaint (collector, day, id)`,
  `create index recovery_complaint_company on recovery_complaint (company, day, id)`,
]
