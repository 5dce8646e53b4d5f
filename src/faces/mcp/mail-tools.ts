import type { Kind } from '../../domain/kind.ts'
import { checkInput, duration, type Fields, requiredText, text } from '../../input/input.ts'
import { openMailbox } from '../../mailbox.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import {
  type Asking,
  awaitMail,
  requestOf,
  requireBroadcast,
  taskToComplete,
  taskToWriteIn,
} from './at-hand.ts'
import type { Calling, Tool } from './tool.ts'
import { schemaOf } from './tools.ts'

type Told = { readonly result: string; readonly message: string | null }
type MailTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Fields
  readonly destructive?: true
  readonly run: (asking: Asking, input: Readonly<Record<string, unknown>>) => Promise<Told>
}

const letter = {
  target: requiredText('The recipient: name, or name@swarm'),
  subject: requiredText('Subject line'),
  body: requiredText('The message'),
} as const
const inTask = { task: text('Its task, if you were given several that are open') } as const
const toOne = { ...letter, ...inTask } as const
const announcement = { subject: letter.subject, body: letter.body, ...inTask } as const
const finish = { finish_message: requiredText('Result of the task'), ...inTask } as const

function sentAs(kind: Kind, { id, recipients, warnings }: SentValue): Told {
  const to = recipients.map(({ address }) => address).join(', ')
  return { result: [`The ${kind} ${id} was sent to ${to}.`, ...warnings].join(' '), message: id }
}

const sending =
  (kind: Kind): MailTool['run'] =>
  async (asking, raw) => {
    const { target, subject, body, task } = checkInput(toOne, raw)
    const at = await taskToWriteIn(asking, task)
    return sentAs(kind, await asking.mailbox.send({ to: [target], subject, body, kind, ...at }))
  }

/** MAIL 1.3's tools (MAIL Tools), by their names and parameters. */
const mailTools: readonly MailTool[] = [
  {
    name: 'send_request',
    title: 'Send a request',
    description: 'Send a request, which needs an answer, to an agent.',
    input: toOne,
    run: sending('request'),
  },
  {
    name: 'send_response',
    title: 'Send a response',
    description: 'Answer the request of an agent, in its thread.',
    input: toOne,
    async run(asking, raw) {
      const { target, subject, body, task } = checkInput(toOne, raw)
      const request = await requestOf(asking, target, task)
      if (request === null) return sending('response')(asking, raw)
      return sentAs(
        'response',
        await asking.mailbox.reply({ message: request, subject, body, kind: 'response' }),
      )
    },
  },
  {
    name: 'send_interrupt',
    title: 'Interrupt an agent',
    description: 'Send an agent a message that it reads before other mail.',
    input: toOne,
    run: sending('interrupt'),
  },
  {
    name: 'send_broadcast',
    title: 'Broadcast a message',
    description: 'Send a message to every other agent.',
    input: announcement,
    async run(asking, raw) {
      const { subject, body, task } = checkInput(announcement, raw)
      const at = await taskToWriteIn(asking, task)
      const sent = await asking.mailbox.send({ to: ['all'], subject, body, kind: 'broadcast', ...at })
      return sentAs('broadcast', sent)
    },
  },
  {
    name: 'task_complete',
    title: 'Complete the task',
    description: 'End the current task, and send the result to every agent. For supervisors.',
    input: finish,
    destructive: true,
    run: completeTask,
  },
  {
    name: 'acknowledge_broadcast',
    title: 'Acknowledge a broadcast',
    description: 'Acknowledge the last broadcast that you received, without an answer.',
    input: { note: text('A note for the log') },
    async run(asking, raw) {
      const { note } = checkInput({ note: text('') }, raw)
      const message = await requireBroadcast(asking)
      await asking.mailbox.ack({ messages: [message], note })
      return { result: `The broadcast ${message} is acknowledged.`, message }
    },
  },
  {
    name: 'ignore_broadcast',
    title: 'Ignore a broadcast',
    description: 'Ignore the last broadcast that you received.',
    input: { reason: text('The reason, for the log') },
    async run(asking, raw) {
      const { reason } = checkInput({ reason: text('') }, raw)
      const message = await requireBroadcast(asking)
      await asking.mailbox.ack({ messages: [message], ignore: true, reason })
      return { result: `The broadcast ${message} is ignored.`, message }
    },
  },
  {
    name: 'await_message',
    title: 'Wait for mail at the end of your turn',
    description:
      'Report that you are waiting for mail. Returns immediately; with a timeout, returns when mail arrives.',
    input: {
      reason: text('What you are waiting for'),
      timeout: duration('Wait at most this long, such as 30s or 5m'),
    },
    run: awaitMail,
  },
]

/** Ends the task with its result. A repeat is not an error, and sends nothing. */
async function completeTask(asking: Asking, raw: Readonly<Record<string, unknown>>): Promise<Told> {
  const { finish_message: body, task: given } = checkInput(finish, raw)
  const task = await taskToComplete(asking, given)
  const { duplicate, endings } = await asking.mailbox.completeTask({ task, body })
  if (duplicate)
    return { result: `The task ${task} was already complete; its result is unchanged.`, message: null }
  return {
    result: `The task ${task} is complete; everyone who took part was notified.`,
    message: endings.at(-1)?.message ?? null,
  }
}

/** The tools that MAIL 1.3 names, for clients that know these. */
export function toolsOfMail(): readonly Tool[] {
  return mailTools.map(({ name, title, description, input, destructive, run }) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(
      Object.fromEntries(Object.entries(input).map(([field, wanted]) => [field, [wanted, wanted.help]])),
    ),
    annotations: {
      readOnlyHint: false,
      destructiveHint: destructive ?? false,
      idempotentHint: name === 'task_complete' || name === 'await_message',
      openWorldHint: false,
    },
    async call({ open, signal }: Calling, raw) {
      checkInput(input, raw)
      const context = await open({ command: `mcp ${name}`, unregistered: false })
      const { result, message } = await run({ context, mailbox: openMailbox(context), signal }, raw)
      return {
        told: { value: message === null ? { result } : { result, message }, text: result },
        offer: null,
      }
    },
  }))
}

export const namesOfMailTools: readonly string[] = mailTools.map(({ name }) => name)
