/** The cost of each application from a channel, from a day of application on. */
export const statements = [
  `create table channel_cost (
    code text not null, from_day text not null, per_application bigint not null, primary key (code, from_day))`,
]
