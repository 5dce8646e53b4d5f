import { titleOf } from '../../../domain/message.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { listedSender } from '../../../domain/sender.ts'
import type { Values } from '../../../values/schemas.ts'
import type { CompletedTask, ShownTask } from '../../../values/tasks-schema.ts'
import { addressList, age, counted } from '../../present.ts'
import { type Cell, cut, type Printed, type Sheet, table } from '../sheet.ts'
import { type Fact, factLines } from './facts.ts'
import { more } from './print-mail.ts'

export function printTasks({ tasks, next }: Values['tasks'], sheet: Sheet): Printed {
  if (tasks.length === 0)
    return { lines: [], notes: ['No tasks. To start one, send a message with --task ID.'] }
  const rows = tasks.map((task): readonly Cell[] => [
    { text: sanitizeLine(task.id), colour: 'bold' },
    {
      text: task.status,
      colour: task.status === 'completed' ? 'green' : task.status === 'breakpoint' ? 'yellow' : 'dim',
    },
    { text: sanitizeLine(task.owner) },
    { text: counted(task.messages, 'message') },
    { text: sanitizeLine(addressList(task.agents)), colour: 'dim' },
    { text: age(task.startedAt, sheet.now), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 4), notes: more(next) }
}

export function printTaskBoard({ tasks, counts, next }: Values['taskBoard'], sheet: Sheet): Printed {
  if (tasks.length === 0)
    return { lines: [], notes: ['No tasks. To start one, send a message with --task ID.'] }
  const rows = tasks.map((task): readonly Cell[] => [
    { text: sanitizeLine(task.id), colour: 'dim' },
    { text: sanitizeLine(task.title), colour: 'bold' },
    {
      text: task.status,
      colour: task.status === 'completed' ? 'green' : task.status === 'breakpoint' ? 'yellow' : 'dim',
    },
    { text: sanitizeLine(task.owner) },
    { text: age(task.startedAt, sheet.now), colour: 'dim' },
    { text: age(task.lastAt, sheet.now), colour: 'dim' },
  ])
  const { breakpoint, running, completed } = counts
  return {
    lines: table(rows, sheet, 1),
    notes: [`${breakpoint} waiting, ${running} running, ${completed} completed.`, ...more(next)],
  }
}

export function printTask(task: ShownTask, sheet: Sheet): Printed {
  const facts: readonly Fact[] = [
    ['Task', task.id],
    ['Status', task.completedAt === null ? task.status : `${task.status} at ${task.completedAt}`],
    ['Owner', task.owner],
    ['Contributors', task.contributors.join(', ')],
    ['Entrypoint', task.entrypoint ?? ''],
    ['Started', task.startedAt],
    ['Result', task.completedAt === null ? '' : (task.endings.at(-1)?.finish ?? '')],
  ]
  const rows = task.history.map((message): readonly Cell[] => [
    { text: message.id, colour: 'dim' },
    { text: sanitizeLine(listedSender(message)) },
    { text: message.kind, colour: 'dim' },
    { text: sanitizeLine(titleOf(message)) },
    { text: age(message.sentAt, sheet.now), colour: 'dim' },
  ])
  return {
    lines: [...factLines(facts, { column: 14 }, sheet), '', ...table(rows, sheet, 3)],
    notes: more(task.next),
  }
}

export function printEnded(task: CompletedTask, sheet: Sheet): Printed {
  const { id, status, duplicate, warnings } = task
  const line = duplicate
    ? `${id} had already ended`
    : `${id} is ${status === 'breakpoint' ? 'at a breakpoint' : status}`
  return {
    lines: [cut(sanitizeLine(line), sheet.width, sheet)],
    notes: warnings.map((warning) => `Warning: ${sanitizeLine(warning)}`),
  }
}
