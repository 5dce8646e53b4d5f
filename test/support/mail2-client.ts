import { expect } from 'vitest'
import type { Answered, Swarm } from './mail-server.ts'
import { flawsOf } from './mail2-contract.ts'

export const base = '/mail/2'

/** Calls a path of MAIL 2.0, and holds the answer against the protocol's document. */
export async function ask(
  swarm: Swarm,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> {
  const answer = await swarm.call(method, base + path, token, body)
  expect([
    `${method} ${path} ${answer.status}`,
    ...flawsOf(method, path, answer.status, answer.body),
  ]).toEqual([`${method} ${path} ${answer.status}`])
  return answer
}

/** Begins a draft and sends it. The id of the message. */
export async function mail(
  swarm: Swarm,
  token: string,
  recipients: readonly string[],
  { subject = 'S', body = 'B', ...more }: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const made = await ask(swarm, token, 'POST', '/drafts', { subject, body, ...more })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const sent = await ask(swarm, token, 'POST', `/drafts/${made.body.entry.draft.draft_id}/send`, {
    recipients,
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return sent.body.message.message_id
}
