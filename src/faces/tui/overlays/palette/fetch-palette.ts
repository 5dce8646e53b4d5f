import { parseId } from '../../../../domain/id.ts'
import type { Json } from '../../../../domain/json.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import {
  catalogue,
  loadOperation,
  type OperationName,
  operationNames,
} from '../../../../operations/catalogue.ts'
import { isOffer, type Offer } from '../../../../services/offer.ts'
import { counted } from '../../../present.ts'
import { addresses } from '../../compose/addresses.ts'
import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import type { Command, FoundThread } from '../../model/palette.ts'
import { sentenceOf } from '../../sentence.ts'

/** Every operation and what may complete its inputs. */
export async function fetchKnown(mailbox: Mailbox): Promise<Event> {
  const [commands, known, { drafts }, { templates }] = await Promise.all([
    Promise.all(operationNames.map(commandNamed)),
    addresses(mailbox),
    mailbox.listDrafts({ limit: 100 }),
    mailbox.listTemplates({}),
  ])
  const names = drafts.map(({ id }) => id)
  return { type: 'known-loaded', commands, addresses: known, drafts: names, templates }
}

async function commandNamed(name: OperationName): Promise<Command> {
  const { summary, access, yields, input } = await loadOperation(name)
  const { command, group } = catalogue[name]
  return { name, command, group, summary, access, yields, fields: input }
}

const found = 20

/** Threads whose messages have these words; the last may be a beginning. */
export async function findThreads(mailbox: Mailbox, text: string): Promise<Event> {
  const words = text.split(/\s+/u).map((word) => `"${word.replaceAll('"', '')}"`)
  const last =
    text
      .split(/\s+/u)
      .at(-1)
      ?.replace(/[^\p{L}\p{N}]+/gu, '') ?? ''
  const query = [...words.slice(0, -1), ...(last === '' ? [] : [`${last}*`])]
  const { messages } =
    query.length === 0 ? { messages: [] } : await mailbox.search({ query: [query.join(' ')], limit: found })
  const threads = messages.map(({ thread, subject, preview, from }) => ({
    message: thread,
    subject: subject || preview,
    from,
  }))
  return { type: 'threads-found', text, threads: [...(await named(mailbox, text)), ...threads] }
}

/** The thread of the message whose whole id was typed. */
async function named(mailbox: Mailbox, text: string): Promise<readonly FoundThread[]> {
  const { form } = parseId(text)
  if (form !== 'short' && form !== 'uuid') return []
  const found = await mailbox.read({ messages: [text], peek: true }).catch(() => null)
  return (found?.value.messages ?? []).map(({ id, subject, preview, from }) => ({
    message: id,
    subject: subject || preview,
    from,
    by: text,
  }))
}

/** Formats an answer as text like the command line, in lines of this many cells. */
export type PrintAnswer = (
  name: OperationName,
  value: unknown,
  input: object,
  columns: number,
) => Promise<string>

/** Runs an operation by its name; what was typed is checked as every input is. */
export async function runCommand(
  mailbox: Mailbox,
  { command: name, input, columns = 80 }: Extract<Effect, { type: 'run-command' }>,
  print: PrintAnswer | undefined,
): Promise<Event> {
  try {
    const operation = await loadOperation(name)
    const method = mailbox[name] as (input: object) => Promise<unknown>
    const answer = await method(input)
    const { command, group } = catalogue[name]
    if (isOffer(answer) && !hasNothing(answer)) return await offered(name, answer, input)
    const value = ((isOffer(answer) ? answer.value : answer) ?? null) as Json
    if (name === 'thread') return { type: 'command-ran', outcome: { type: 'open', message: threadOf(value) } }
    if (operation.access === 'read') {
      const shown = print === undefined ? value : await print(name, value, input, columns)
      return { type: 'command-ran', outcome: { type: 'value', title: command, value: shown } }
    }
    const undoable = group === 'Work on mail' && name !== 'undo' && name !== 'redo'
    return { type: 'done', text: `${command}: ${toldOf(value)}`, undoable }
  } catch (error) {
    return { type: 'command-failed', problem: sentenceOf(error) }
  }
}

/** Mail to be handed over is opened instead, so that it becomes read after it was shown. Taken mail was taken. */
async function offered(name: OperationName, offer: Offer<unknown>, input: object): Promise<Event> {
  const message = messageOf(offer.value)
  const taken =
    name === 'claim' || ('take' in input && input.take === true) || ('next' in input && input.next === true)
  await (taken ? offer.settle() : offer.release())
  if (taken) return { type: 'done', text: `took ${message}`, undoable: false, select: message }
  return { type: 'command-ran', outcome: { type: 'open', message } }
}

/** Work was ended, and there is none in its place. */
function hasNothing({ value }: Offer<unknown>): boolean {
  return (value as { readonly next?: object | null }).next === null
}

function messageOf(value: unknown): string {
  const { message, messages, next } = value as {
    readonly next?: { readonly message: { readonly id: string } }
    readonly message?: { readonly id: string }
    readonly messages?: readonly { readonly id: string }[]
  }
  return next?.message.id ?? message?.id ?? messages?.[0]?.id ?? ''
}

function threadOf(value: Json): string {
  return (value as { readonly thread?: string } | null)?.thread ?? ''
}

/** A short summary of a change's value. */
function toldOf(value: Json): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'done'
  const { messages, recipients, id, name, address } = value as { readonly [key: string]: Json | undefined }
  if (Array.isArray(messages)) return `${counted(messages.length, 'message')}`
  const words = [id, name, address].filter((one) => typeof one === 'string')
  const reached = Array.isArray(recipients) ? [`to ${counted(recipients.length, 'recipient')}`] : []
  return [...words.slice(0, 1), ...reached].join(' ') || 'done'
}
