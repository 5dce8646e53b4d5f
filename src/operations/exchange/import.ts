import { operation } from '../operation.ts'
import { readFolder } from './read-folder.ts'
import { takeIn } from './take-in.ts'
import { type ExchangeValue, formatField, loadFormat, openFolder, pathField } from './value.ts'

export const importMail = operation({
  summary: 'Take in what another system kept: messages, threads, states, roster; again is no harm',
  access: 'write',
  input: {
    path: pathField('Its folder, or one file of it; - is standard input', { spooled: true }),
    format: formatField,
  },
  examples: [
    ['watchpost import data --format haak', 'takes in data/agent-mailbox.jsonl and what lies beside it'],
  ],
  tells: true,
  value: 'exchanged',
  async run(context, { path, format: name }): Promise<ExchangeValue> {
    const format = await loadFormat(name)
    const folder = await openFolder(context, path, 'read', format)
    const { read, written, skipped } = await takeIn(context, format, folder, readFolder(format, folder))
    return { read, written, skipped }
  },
})
