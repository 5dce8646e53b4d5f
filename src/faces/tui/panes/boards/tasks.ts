import { sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { TaskStatus } from '../../../../domain/task.ts'
import type { TaskRowValue } from '../../../../values/tasks-schema.ts'
import { counted } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge, spokenAge } from '../../text/ages.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { wrap } from '../../text/text.ts'
import { type Facts, table } from './table.ts'

export const taskLooks = {
  breakpoint: { mark: marks.waiting, word: 'waiting', look: 'warning' },
  running: { mark: marks.inProgress, word: 'running', look: 'accent' },
  completed: { mark: marks.done, word: 'completed', look: 'good' },
} as const satisfies Record<TaskStatus, object>

const titleOf = ({ title, id }: TaskRowValue): string => (title === '' ? id : title)
const quiet = ({ status }: TaskRowValue): Look => (status === 'completed' ? 'dim' : 'plain')

/** A task beside the board: what its row has no room for. */
export function taskLines(row: TaskRowValue, { now, width }: Facts): readonly Line[] {
  const { mark, word: state, look } = taskLooks[row.status]
  const fact = (name: string, told: string): readonly Line[] =>
    wrap(sanitize(told), width - 10).map(
      (text, at): Line => [word((at === 0 ? name : '').padEnd(10), 'dim'), span(text)],
    )
  return [
    [word(`${mark} ${state}`, look)],
    ...wrap(sanitize(titleOf(row)), width).map((text): Line => [span(text, 'bold')]),
    [],
    ...fact('task', row.id),
    ...fact('owner', row.owner),
    ...fact('messages', String(row.messages)),
    ...fact('began', calmAge(row.startedAt, now)),
    ...fact('last', calmAge(row.lastAt, now)),
  ]
}

export const tasks = table<TaskRowValue>({
  key: ({ id }) => id,
  look: ({ status }) => taskLooks[status],
  columns: [
    {
      head: 'state',
      width: 10,
      from: 64,
      cell: ({ status }) => [word(taskLooks[status].word, taskLooks[status].look)],
    },
    {
      head: 'title',
      grow: 7,
      cell: (row) => [span(sanitizeLine(titleOf(row)), row.status === 'completed' ? 'plain' : 'bold')],
    },
    { head: 'task', width: 16, from: 120, cell: ({ id }) => [span(sanitizeLine(id), 'dim')] },
    {
      head: 'owner',
      grow: 3,
      from: 64,
      cell: (row) => [span(sanitizeLine(row.owner), quiet(row))],
    },
    {
      head: 'messages',
      width: 9,
      from: 90,
      right: true,
      cell: (row) => [word(String(row.messages), quiet(row))],
    },
    {
      head: 'age',
      width: 6,
      from: 64,
      right: true,
      cell: ({ startedAt }, { now }) => [word(calmAge(startedAt, now), 'dim')],
    },
    {
      head: 'last',
      width: 6,
      right: true,
      cell: ({ lastAt }, { now }) => [word(calmAge(lastAt, now), 'dim')],
    },
  ],
  sort: [
    { name: 'state' },
    { name: 'title', by: titleOf },
    { name: 'owner', by: ({ owner }) => owner },
    { name: 'messages', by: ({ messages }) => -messages },
    { name: 'age', by: ({ startedAt }) => startedAt },
    { name: 'last word', head: 'last', by: ({ lastAt }) => -Date.parse(lastAt) },
  ],
  words: ({ id, title, owner, status }) => [id, title, owner, taskLooks[status].word],
  open: ({ id }) => ({ type: 'task', task: id }),
  about: ({ owner }) => ({ agent: owner }),
  empty: 'No tasks. A message with a task name begins one.',
  say: (row, now) => [
    titleOf(row),
    taskLooks[row.status].word,
    `owner ${row.owner}`,
    `task ${row.id}`,
    counted(row.messages, 'message'),
    `begun ${spokenAge(row.startedAt, now)}`,
    `last word ${spokenAge(row.lastAt, now)}`,
  ],
  change: ({ status, messages }) => `${status} ${messages}`,
})
