import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { type Loss, writtenFormats } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/registry.ts'

/** What people call the parts of a message; the others are a format's own. */
const words = {
  from: 'sender',
  fromKind: "sender's kind",
  to: 'recipients',
  cc: 'cc',
  kind: 'kind',
  priority: 'priority',
  subject: 'subject',
  body: 'body',
  payload: 'payload',
  context: 'context',
  attachments: 'attachments',
  tags: 'labels',
  swarm: 'swarm',
  task: 'task',
  sentAt: 'time',
  expiresAt: 'expiry',
  replyTo: 'answered message',
  thread: 'thread',
  copies: 'state of each copy',
} as const satisfies Partial<Record<Loss, string>>

const document = readFileSync(join(root, 'docs/formats.md'), 'utf8')
const [, table = ''] = document.split('| format | carries | may lose or blur |')

/** `test/formats/conformance.ts` proves that what a format does not declare as lost comes back equal. */
test.each(writtenFormats)('the documents say what %s carries and what not', async (name) => {
  const { loses } = await formats[name]()
  const parts = Object.entries(words) as [Loss, string][]
  const told = (isLost: boolean) =>
    parts.filter(([part]) => loses.includes(part) === isLost).map(([, word]) => word)
  const [, carries, may] = (table.split('\n').find((row) => row.startsWith(`| \`${name}\` |`)) ?? '').split(
    ' | ',
  )
  expect(carries?.split(', ')).toEqual(told(false))
  expect(may?.replace(/ \|$/u, '').split(', ')).toEqual(told(true))
  expect(loses.filter((part) => !(part in words))).toEqual([])
})
