/** An export is written while it is read: what had been read of one that was not written yet is read again. */
export const statements = [
  `drop table export_page`,
  `alter table export_run drop column pages, drop column next`,
  `update export_run set done = 0`,
]
