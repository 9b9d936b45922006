/** Which migrations a server must know to write, and which it knew when it wrote an event; persons whom an older server kept without a brief. */
export const statements = [
  `alter table es_head add column breaking text`,
  `alter table es_event add column writer text`,
  `create index person_without_brief on person (person, version) where brief is null`,
]
