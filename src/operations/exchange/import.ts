import { settleAll } from '../../services/exchange/debates-out.ts'
import { readFolder } from '../../services/exchange/read-folder.ts'
import { takeIn } from '../../services/exchange/take-in.ts'
import { formatField, loadFormat, openToRead, pathField, pathOf } from '../../services/exchange/value.ts'
import type { ExchangeValue } from '../../values/exchange-schema.ts'
import { operation } from '../operation.ts'

export const importMail = operation({
  summary: 'Import messages, threads, states and roster of another system; safe to repeat',
  access: 'write',
  needs: 'inside',
  input: {
    path: pathField('Its folder or one of its files; - reads standard input', { spooled: true }),
    format: formatField,
  },
  examples: [
    ['watchpost import data --format haak', 'imports data/agent-mailbox.jsonl and the files beside it'],
  ],
  tells: true,
  value: 'exchanged',
  async run(context, { path: named, format: name }): Promise<ExchangeValue> {
    const path = pathOf(context, named, name)
    const { folder, format } = await openToRead(context, path, await loadFormat(name))
    const { read, written, skipped } = await takeIn(context, format, folder, readFolder(format, folder))
    return { read, written, skipped: [...skipped, ...(await settleAll(context))] }
  },
})
