import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { asText, type Driver, type Place } from './driver.ts'

/**
 * The file of a program with hooks that keep every event that it tells, where events are recorded. They stand beside ours, whose
 * guard lets only those through that have something to do.
 */
export function listening(
  { tells }: Driver,
  { home }: Place,
  files: Readonly<Record<string, string>>,
  records: string | null,
): Readonly<Record<string, string>> {
  if (tells === null || records === null) return {}
  const path = join(home, tells.file)
  // A file whose name has six letters is still being written.
  const command = `file=$(mktemp '${records}/XXXXXX') && cat >"$file" && mv "$file" "$file.json"`
  const hook = [{ hooks: [{ type: 'command', command }] }]
  const hooks = Object.fromEntries(tells.events.map((event) => [event, hook]))
  return { [path]: asText({ ...JSON.parse(files[path] ?? '{}'), hooks }) }
}

/** The texts of all events that were told, oldest first. */
export function heardIn(records: string): readonly string[] {
  const files = readdirSync(records).filter((name) => name.endsWith('.json'))
  const paths = files.map((name) => join(records, name))
  const inOrder = paths.toSorted((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
  return inOrder.map((path) => readFileSync(path, 'utf8'))
}

/** Whether a program in this project told an event of this name. */
export function wasTold(records: string, project: string, event: string): boolean {
  const told = heardIn(records).map((text) => JSON.parse(text))
  return told.some(({ cwd, hook_event_name: name }) => cwd === project && name === event)
}
