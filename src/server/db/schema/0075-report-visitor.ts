/** The devices of the customers' apps, for the report from the first visit to the application. */
export const statements = [
  // The first visit of each device, and the day of its first application.
  `create table report_device (
    visitor text primary key, day text, app text, channel text, registered boolean not null, applied_on text)`,
  `create table report_visitor (
    day text not null, app text not null, channel text not null, devices bigint not null, registered bigint not null,
    applied7 bigint not null, applied30 bigint not null, primary key (day, app, channel))`,
  `create index report_visitor_left on report_visitor (day) where devices = 0`,
]
