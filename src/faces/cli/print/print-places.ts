import type { Channel } from '../../../domain/channel.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { QueueValue } from '../../../values/queues-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { addressList, age, counted, deadWord } from '../../present.ts'
import { type Cell, cut, type Printed, type Sheet, table } from '../sheet.ts'
import { type Fact, factLines } from './facts.ts'
import { more } from './print-mail.ts'

export function printGroups({ groups, next }: Values['groups'], sheet: Sheet): Printed {
  if (groups.length === 0)
    return { lines: [], notes: ['No groups. Create one with `watchpost group create NAME MEMBER…`.'] }
  const rows = groups.map(({ name, members }): readonly Cell[] => [
    { text: sanitizeLine(name), colour: 'bold' },
    { text: counted(members.length, 'member') },
    { text: sanitizeLine(addressList(members, 8)), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 2), notes: more(next) }
}

export function printGroup({ name, members, absent = [] }: Values['group'], sheet: Sheet): Printed {
  const empty = members.length === 0 ? [`${sanitizeLine(name)} has no members; mail to it is rejected.`] : []
  const nobody = absent.map(
    (one) => `${sanitizeLine(one)} reaches nobody now; mail to the group leaves it out.`,
  )
  const notes = [...empty, ...nobody]
  return { lines: members.map((member) => cut(sanitizeLine(member), sheet.width, sheet)), notes }
}

export function printQueues({ queues, next }: Values['queues'], sheet: Sheet): Printed {
  if (queues.length === 0)
    return { lines: [], notes: ['No queues. Create one with `watchpost queue create NAME`.'] }
  const rows = queues.map((queue): readonly Cell[] => [
    { text: sanitizeLine(queue.name), colour: 'bold' },
    { text: queue.status === 'active' ? '' : queue.status, colour: 'yellow' },
    { text: countsOf(queue) },
    { text: sanitizeLine(addressList(queue.claimers)), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 3), notes: more(next) }
}

function countsOf({ available, processing, completed, failed }: QueueValue): string {
  const counts = [`${available} available`, `${processing} processing`, `${completed} completed`]
  return [...counts, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ')
}

export function printQueueBoard({ columns }: Values['queueBoard'], sheet: Sheet): Printed {
  const rows = columns.flatMap(({ column, items }) =>
    items.map((item): readonly Cell[] => [
      { text: column, colour: column === 'failed' ? 'red' : column === 'processing' ? 'yellow' : 'dim' },
      { text: item.id, colour: 'dim' },
      { text: sanitizeLine(item.queue) },
      { text: sanitizeLine(item.title), colour: 'bold' },
      { text: sanitizeLine(item.heldBy ?? deadWord(item)) },
      { text: age(item.sentAt, sheet.now), colour: 'dim' },
    ]),
  )
  const counts = columns.map(({ column, count }) => `${count} ${column}`).join(', ')
  const nexts = columns.flatMap(({ column, next }) =>
    next === null ? [] : [`There are more: --column ${column} --after ${next}`],
  )
  return { lines: table(rows, sheet, 3), notes: [`${counts}.`, ...nexts] }
}

export function printQueue(queue: QueueValue, sheet: Sheet): Printed {
  const { name, status, order, maxConcurrency, claimers, lease, attempts } = queue
  return factSheet(
    [
      ['Queue', name],
      ['Status', status],
      ['Order', order],
      ['Claims at a time', maxConcurrency === null ? 'unlimited' : String(maxConcurrency)],
      ['Claimers', claimers.join(', ')],
      ['Lease', lease],
      ['Attempts', String(attempts)],
      ['Items', countsOf(queue)],
    ],
    sheet,
  )
}

export function printChannels({ channels, next }: Values['channels'], sheet: Sheet): Printed {
  if (channels.length === 0)
    return { lines: [], notes: ['No channels. Create one with `watchpost channel create NAME`.'] }
  const rows = channels.map((channel): readonly Cell[] => [
    { text: sanitizeLine(channel.name), colour: 'bold' },
    { text: channel.status === 'active' ? '' : channel.status, colour: 'yellow' },
    { text: counted(channel.posts, 'post') },
    { text: keptOf(channel), colour: 'dim' },
    { text: sanitizeLine(addressList(channel.subscribers, 8)), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 4), notes: more(next) }
}

function keptOf({ retainCount, retainHours }: Channel): string {
  const limits = [
    ...(retainCount === null ? [] : [`the last ${retainCount}`]),
    ...(retainHours === null ? [] : [`for ${counted(retainHours, 'hour')}`]),
  ]
  return limits.length === 0 ? 'keeps all' : `keeps ${limits.join(', ')}`
}

export function printChannel(channel: Channel, sheet: Sheet): Printed {
  const { name, status, subscribers, posts } = channel
  return factSheet(
    [
      ['Channel', name],
      ['Status', status],
      ['Posts', `${posts}, ${keptOf(channel)}`],
      ['Subscribers', subscribers.length === 0 ? 'nobody' : subscribers.join(', ')],
    ],
    sheet,
  )
}

function factSheet(facts: readonly Fact[], sheet: Sheet): Printed {
  const widest = Math.max(...facts.map(([label]) => label.length))
  return { lines: factLines(facts, { column: Math.max(13, widest + 2) }, sheet), notes: [] }
}
