import { evidenceLine } from '../../../domain/debates/evidence.ts'
import { plain, type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import type { DebateRowValue, ShownDebate } from '../../../values/debates-schema.ts'
import type { QueueItemValue } from '../../../values/queues-schema.ts'
import type { TaskRowValue } from '../../../values/tasks-schema.ts'
import { counted } from '../../present.ts'
import { debateCells, verdictLooks } from '../panes/work/debate-cells.ts'
import { debateLines } from '../panes/work/debate-page.ts'
import { columnTitles, itemCells } from '../panes/work/item-cells.ts'
import { taskCells, taskLooks } from '../panes/work/task-cells.ts'
import { focusedColumn, placeOf } from '../panes/work/work.ts'
import type { DebatePage, Work, WorkRow } from '../panes/work/work-state.ts'
import type { State } from '../state.ts'
import { lineText } from '../text/line.ts'
import { sentence, spokenAge } from './sentences.ts'

const titles = { debates: 'Debates', tasks: 'Tasks', queues: 'Queues' } as const

/** The news on a board of work: the list, the selected row, and the open page. */
export function workWords(before: State, after: State): readonly Safe[] {
  const { work } = after.panes
  const old = before.panes.work
  if (work === null) return old === null ? [] : [plain('Closed.')]
  if (work === old || after.overlay.type !== 'none') return []
  if (!work.known) return old === null ? [sentence(titles[work.view], 'loading')] : []
  if (work.page !== null) return pageWords(after, work.page, old?.page ?? null)
  const isFirst = old === null || !old.known || old.view !== work.view
  if (isFirst) return [sentence(titles[work.view], work.note), ...columnWords(work), ...here(after, work)]
  if (old.page !== null || old.focus !== work.focus) return [...columnWords(work), ...here(after, work)]
  const [row, known] = [selectedRow(work), selectedRow(old)]
  const isSame = row?.key === known?.key && stateOf(row) === stateOf(known)
  return isSame ? [] : here(after, work)
}

function selectedRow(work: Work): WorkRow | undefined {
  const column = focusedColumn(work)
  return column.rows[placeOf(column)]
}

/** The state of a row; a change of it is spoken again. */
function stateOf(row: WorkRow | undefined): string {
  if (row === undefined) return ''
  switch (row.type) {
    case 'task':
      return `${row.task.status} ${row.task.messages}`
    case 'debate':
      return `${row.debate.verdict} ${row.debate.rounds}`
    case 'item':
      return `${row.item.heldBy ?? ''} ${row.item.deadReason ?? ''}`
  }
}

function here({ clock: { now } }: State, work: Work): readonly Safe[] {
  const row = selectedRow(work)
  if (row === undefined) return [plain('Nothing is listed.')]
  const column = focusedColumn(work)
  const place = `${placeOf(column) + 1} of ${Math.max(column.count, column.rows.length)}`
  switch (row.type) {
    case 'task':
      return [taskSentence(row.task, now, place)]
    case 'debate':
      return [debateSentence(row.debate, now, place)]
    case 'item':
      return [itemSentence(row.item, column.name, now, place)]
  }
}

/** Where there are several columns, the one that the keys are about. */
function columnWords(work: Work): readonly Safe[] {
  if (work.columns.length === 1) return []
  const { name, count } = focusedColumn(work)
  return [sentence(columnTitles[name] ?? name, String(count))]
}

function itemSentence(item: QueueItemValue, column: string, now: number, place: string): Safe {
  const { title, queue, state, told, time } = itemCells(item, column, now)
  const when = state === 'processing' ? `${time} left` : spokenAge(item.sentAt, now)
  return sentence(title, state, `queue ${queue}`, told, when, place)
}

function taskSentence(task: TaskRowValue, now: number, place: string): Safe {
  const { status, title, owner, id } = taskCells(task, now)
  return sentence(
    title,
    taskLooks[status].word,
    `owner ${owner}`,
    `task ${id}`,
    counted(task.messages, 'message'),
    `begun ${spokenAge(task.startedAt, now)}`,
    `last word ${spokenAge(task.lastAt, now)}`,
    place,
  )
}

function debateSentence(debate: DebateRowValue, now: number, place: string): Safe {
  const { verdict, topic, decision, participants } = debateCells(debate, now)
  return sentence(
    topic,
    verdictLooks[verdict].word,
    decision === '' ? '' : `decision ${decision}`,
    participants,
    counted(debate.rounds, 'round'),
    `last word ${spokenAge(debate.lastAt, now)}`,
    place,
  )
}

function pageWords({ clock: { now } }: State, page: DebatePage, old: DebatePage | null): readonly Safe[] {
  const { debate } = page
  if (debate === null || (old?.debate != null && isSame(debate, old.debate))) return []
  const head = debateLines({ ...debate, cases: [] }, 10_000, now).map((line) => sanitizeLine(lineText(line)))
  return [
    sentence('Debate', debate.topic),
    ...head.filter((line) => line.trim() !== ''),
    ...debate.cases.map(({ who, stance, claim, strength, rationale, evidence }) =>
      sentence(
        who,
        stance ?? 'silent',
        strength === null ? '' : `${strength} case`,
        claim ?? '',
        ...rationale.map((why) => `because ${why}`),
        ...evidence.map(({ item, strength: weight }) => `${weight} evidence ${evidenceLine(item)}`),
      ),
    ),
  ]
}

function isSame(one: ShownDebate, other: ShownDebate): boolean {
  return one.thread === other.thread && one.rounds === other.rounds && one.consensus === other.consensus
}
