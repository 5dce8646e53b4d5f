import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * An event as a real coding agent wrote it to its hook, paths replaced: `PROGRAM-VERSION/EVENT[-SOURCE|-TOOL][-subagent]`.
 * @param change what is otherwise in this test, such as the command of a shell
 */
export function recorded(name: string, change: object = {}): string {
  const file = new URL(`../faces/hook/recorded/${name}.json`, import.meta.url)
  return JSON.stringify({ ...JSON.parse(readFileSync(fileURLToPath(file), 'utf8')), ...change })
}
