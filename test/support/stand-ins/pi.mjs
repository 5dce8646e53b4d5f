// Pi, as its page of extensions has it: loads one, and calls its handlers of one event for each line that it reads.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [file, cwd] = process.argv.slice(2)
const handlers = new Map()
const { default: extension } = await import(pathToFileURL(file).href)
extension({ on: (name, handler) => handlers.set(name, handler) })
const ctx = { cwd, ui: { notify: () => {} }, sessionManager: { getSessionId: () => 's1' } }

for await (const line of createInterface({ input: process.stdin })) {
  const { name, event } = JSON.parse(line)
  const answer = (await handlers.get(name)(event, ctx)) ?? null
  process.stdout.write(`${JSON.stringify({ answer, event })}\n`)
}
