/** Ways were told apart by their first 400 letters only, which a loan has after five states. */
export const statements = [
  `with told as (
    select stream, version, state, lag(state) over (partition by stream order by version) as before from es_event
    where stream in (select stream from flow_record where length(path) = 400)
      and pos <= (select pos from es_checkpoint where name = 'flow')
  ),
  whole as (
    select stream, string_agg(state, ' ' order by version) filter (where before is distinct from state) as path
    from told group by stream
  )
  update flow_record set path = left(whole.path, 2000), variant = md5(whole.path)
  from whole where flow_record.stream = whole.stream`,
]
