import { wayNames } from '../../../domain/bell.ts'
import { titleOf } from '../../../domain/message.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { actorNote } from '../../../domain/sender.ts'
import type { EventValue, ReceiptValue } from '../../../services/values.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import type { ViewValue } from '../../../values/views-schema.ts'
import { age, counted, draftTitle, outcomeWord } from '../../present.ts'
import { type Cell, cut, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

export function printEvents({ events, next }: Values['events'], sheet: Sheet): Printed {
  const rows = events.map(({ at, actor, from, owner, what, detail }): readonly Cell[] => [
    { text: at, colour: 'dim' },
    { text: sanitizeLine(actor === from ? from : `${from} (by ${actor})`) },
    { text: what, colour: 'bold' },
    { text: owner === from ? '' : sanitizeLine(`for ${owner}`) },
    { text: sanitizeLine(detailText(detail)), colour: 'dim' },
  ])
  return { lines: rows.length === 0 ? [] : table(rows, sheet, 4), notes: more(next) }
}

function detailText(detail: EventValue['detail']): string {
  return Object.entries(detail ?? {})
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

export function printReceipts({ receipts, next }: Values['receipts'], sheet: Sheet): Printed {
  const rows = receipts.map((receipt): readonly Cell[] => {
    const { shown } = receipt
    const by = [shown?.command, shown?.session && `session ${shown.session}`].filter(Boolean).join(', ')
    const steps: readonly (readonly [string, string | null])[] = [
      ['stored', receipt.stored],
      ['offered', receipt.offered],
      [by === '' ? 'shown' : `shown (${by})`, shown?.at ?? null],
      [bellWord(receipt.rung), receipt.rung?.at ?? null],
      ['acknowledged', receipt.acknowledged],
      ['answered', receipt.answered],
      [endOf(receipt), receipt.ended],
      [receipt.outcome === 'retracted' ? '' : 'taken back', receipt.retracted],
    ]
    const done = steps.flatMap(([word, at]) =>
      at === null || word === '' ? [] : [`${word} ${age(at, sheet.now)} ago`],
    )
    return [
      { text: sanitizeLine(`${receipt.address}${actorNote(receipt)}`) },
      {
        text: sanitizeLine(
          [...done, ...(receipt.outcome === 'withheld' ? ['held back'] : []), ...waitingWords(receipt)].join(
            ' · ',
          ),
        ),
      },
    ]
  })
  const notes = rows.length === 0 ? ['It has no recipients yet; it waits until one registers.'] : more(next)
  return { lines: rows.length === 0 ? [] : table(rows, sheet, 1), notes }
}

/** Mail that another swarm has not got yet. */
function waitingWords({ waiting }: ReceiptValue): readonly string[] {
  if (waiting === null) return []
  const { attempts, problem } = waiting
  if (attempts === 0) return ['not sent yet']
  return [`not delivered (tried ${counted(attempts, 'time')}${problem === null ? '' : `: ${problem}`})`]
}

function bellWord(rung: ReceiptValue['rung']): string {
  if (rung === null) return ''
  const way = wayNames[rung.way]
  return rung.outcome === 'rung' ? `bell rung (${way})` : `bell not heard (${rung.outcome})`
}

/** How it ended, where that was not by an answer: those have a step of their own. */
function endOf({ outcome, by, reason, address }: ReceiptValue): string {
  if (outcome === null || outcome === 'answered') return ''
  return outcomeWord({ state: outcome, owner: address, by, reason, at: null })
}

export function printReversed(
  done: string,
  verb: string,
): (value: Values['reversed'], sheet: Sheet) => Printed {
  return (value, sheet) => {
    if (!('deeds' in value)) {
      const rows = value.messages.map((message): readonly Cell[] => [
        { text: `${done} ${value.what}` },
        { text: message.id, colour: 'dim' },
        { text: sheet.titles === false ? '' : sanitizeLine(titleOf(message)) },
      ])
      const lines = rows.length === 0 ? [`${done} ${value.what}`] : table(rows, sheet, 2)
      return { lines, notes: [], isOwn: sheet.titles === false }
    }
    if (value.deeds.length === 0) return { lines: [], notes: [`There is nothing to ${verb}.`] }
    const rows = value.deeds.map(({ at, what, messages }): readonly Cell[] => [
      { text: what },
      { text: counted(messages.length, 'message') },
      { text: messages.join(', '), colour: 'dim' },
      { text: `${age(at, sheet.now)} ago`, colour: 'dim' },
    ])
    return { lines: table(rows, sheet, 2), notes: [] }
  }
}

/** A page of changes, or one record of those that are followed. */
export function printJournal(value: Values['journal'] | Values['record'], sheet: Sheet): Printed {
  return 'cursor' in value ? printStoreRecord(value, sheet) : printChanges(value, sheet)
}

/** One line, for programs that read line by line. */
function printStoreRecord(record: Values['record'], sheet: Sheet): Printed {
  const { at, actor, from, what, message, owner, about } = record
  const who = actor === from ? actor : `${actor} as ${from}`
  const words = [at, who, what, message, owner, about].filter((word) => word !== null && word !== '')
  return { lines: [cut(sanitizeLine(words.join(' ')), sheet.width, sheet)], notes: [] }
}

function printChanges({ changes, next }: Values['journal'], sheet: Sheet): Printed {
  if (changes.length === 0) return { lines: [], notes: ['You changed nothing.'] }
  const rows = changes.map(({ change, at, doing, count, subject, about, why }): readonly Cell[] => [
    { text: change === null ? '' : String(change), colour: 'dim' },
    { text: `${age(at, sheet.now)} ago`, colour: 'dim' },
    { text: doing, colour: 'bold' },
    { text: count === 0 ? '' : counted(count, 'message') },
    { text: sanitizeLine(about ?? '') },
    { text: sanitizeLine(subject) },
    { text: why === null ? '' : `not undoable: ${why}`, colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 5), notes: more(next) }
}

export function printDrafts({ drafts, next }: Values['drafts'], sheet: Sheet): Printed {
  if (drafts.length === 0) return { lines: [], notes: ['No drafts. Save one with `watchpost draft save`.'] }
  return {
    lines: table(
      drafts.map((draft) => draftRow(draft, sheet)),
      sheet,
      2,
    ),
    notes: more(next),
  }
}

export function printDraft(done: string): (draft: DraftValue, sheet: Sheet) => Printed {
  return (draft, sheet) => ({
    lines: table([[{ text: done }, ...draftRow(draft, sheet)]], sheet, 3),
    notes: [],
  })
}

function draftRow(draft: DraftValue, { now }: Sheet): readonly Cell[] {
  const goes = draft.sendAt === null ? '' : `will be sent ${draft.sendAt}`
  return [
    { text: sanitizeLine(draft.id), colour: 'dim' },
    { text: sanitizeLine(draft.operation) },
    { text: sanitizeLine(draftTitle(draft.fields)) },
    { text: goes },
    { text: `saved ${age(draft.savedAt, now)} ago`, colour: 'dim' },
  ]
}

export function printViews({ views, next }: Values['views'], sheet: Sheet): Printed {
  if (views.length === 0)
    return { lines: [], notes: ['No views. Save a search with `watchpost view save NAME QUERY`.'] }
  return { lines: table(views.map(viewRow), sheet, 1), notes: more(next) }
}

export function printViewCounts({ counts }: Values['viewCounts'], sheet: Sheet): Printed {
  const rows = counts.map(({ view, name, count, more }): readonly Cell[] => [
    { text: sanitizeLine(name ?? view.replace('-', ' ')) },
    { text: `${count}${more ? '+' : ''}` },
  ])
  return { lines: table(rows, sheet, 0, [{}, { from: 'right' }]), notes: [] }
}

export function printView(done: string): (view: ViewValue, sheet: Sheet) => Printed {
  return (view, sheet) => ({ lines: table([[{ text: done }, ...viewRow(view)]], sheet, 2), notes: [] })
}

function viewRow({ name, query }: ViewValue): readonly Cell[] {
  return [{ text: sanitizeLine(name) }, { text: sanitizeLine(query), colour: 'dim' }]
}
