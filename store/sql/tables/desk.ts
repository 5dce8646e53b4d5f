import { table } from './table.ts'

export const drafts = table({
  name: 'drafts',
  columns: {
    owner_id: 'number',
    id: 'word',
    operation: 'text',
    fields: 'text',
    saved_at: 'number',
    send_at: 'number?',
  },
  key: 'owner_id, id',
  indexes: { drafts_due: '(send_at) WHERE send_at IS NOT NULL' },
})

export const presence = table({
  name: 'presence',
  columns: {
    id: 'word',
    who: 'word',
    thread_id: 'number?',
    replying: 'small',
    seen_at: 'number',
    acting: 'word?',
    key_at: 'number?',
  },
  key: 'id',
})

/** Searches that people keep under a name. */
export const views = table({
  name: 'views',
  columns: { owner_id: 'number', name: 'word', query: 'text', saved_at: 'number' },
  key: 'owner_id, name',
})

/** Who looks after a thread; the deed says who assigned it, and when. */
export const assignments = table({
  name: 'assignments',
  columns: { thread_id: 'key', supervisor_id: 'number', deed_id: 'number' },
})

/** What each program of a person was told of in Attention; `state` is the place in `alertStates`. */
export const alerts = table({
  name: 'alerts',
  columns: {
    person_id: 'number',
    program: 'word',
    item: 'word',
    state: 'small',
    noted_at: 'number',
    at: 'number',
    due_at: 'number',
    attempts: 'small',
    leads: 'small',
    error: 'text?',
  },
  key: 'person_id, program, item',
  indexes: { alerts_old: '(at)' },
})
