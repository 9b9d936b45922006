/** The versions of the rule set, and what the machine saw of each application, sealed with its customer's key. */
export const statements = [
  `create table rule_set (
    number int primary key, version int not null, state text not null, title text not null, base text not null,
    place int, rules int not null, author text not null, created_at bigint not null,
    editor text not null, edited_at bigint not null, proposer text, publisher text, published_at bigint)`,
  `create sequence rule_set_number`,
  // One set a place: of two that are published at once, the second finds it taken.
  `create unique index rule_set_place on rule_set (place)`,
  `create table review_input (
    order_no text not null, round int not null, person text not null, rule_set text not null, at bigint not null,
    data bytea not null, primary key (order_no, round))`,
]
