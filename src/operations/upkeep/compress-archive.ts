import { flag } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const compressArchive = operation({
  summary: 'Compress the cold files of past months; their mail can still be read and searched',
  access: 'write',
  needs: 'own',
  unregistered: true,
  input: { all: flag("Compress this month's file too; later mail of the month goes to a further file") },
  value: 'compressed',
  examples: [['watchpost compress-archive', 'archive/2026-01.jsonl becomes archive/2026-01.jsonl.gz']],
  async run({ store, now }, { all = false }): Promise<Values['compressed']> {
    const month = new Date(now()).toISOString().slice(0, 7)
    return { files: await store.upkeep.compressCold(all ? null : month) }
  },
})
