import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { lineTakesMail, takesMail, toolOfOurs } from '../../domain/takes-mail.ts'

/** The files that a tool is about to write to. */
export type WriteEvent = {
  /** Files as they are named in the tool's input; of a shell, words that may be files. */
  readonly files: readonly string[]
  /** Where the session is. */
  readonly folder: string | null
  /** The files that a shell will write are only a guess. */
  readonly isShell: boolean
}

/** Names of the tools of coding agents, without case and separators. */
const writers = ['edit', 'write', 'multiedit', 'notebookedit', 'applypatch', 'writefile', 'replace']
const shells = ['bash', 'shell', 'runshellcommand', 'execcommand', 'localshell', 'powershell']
const fileFields = ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path']
const patchFields = ['command', 'input', 'patch']
/** No more of a command or patch is read, characters. */
const mostRead = 200_000
const patchLine = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gmu
/** Whether a command writes, as far as its words show. */
const writing =
  />|(?:^|[\s;&|(])(?:tee|rm|mv|cp|touch|truncate|dd|patch|install|ln|rsync|sed\s+(?:\S+\s+)*-\w*i|perl\s+(?:\S+\s+)*-\w*i|git\s+(?:checkout|restore|apply|mv|rm|reset|stash))(?:\s|$|-)/u

/** Reads from an event which files the tool is about to write; `null` if it writes none. Every byte of it is hostile. */
export function writeIn(read: JsonObject): WriteEvent | null {
  const { tool_name: tool, tool_input: input, cwd } = read
  if (typeof tool !== 'string') return null
  const name = bare(tool)
  const isShell = shells.includes(name)
  if (!isShell && !writers.includes(name)) return null
  const files = isShell ? filesOfCommand(commandIn(input)) : filesOf(input)
  const folder = typeof cwd === 'string' && cwd.startsWith('/') ? cwd : null
  return files.length === 0 ? null : { files: [...new Set(files)], folder, isShell }
}

/** Whether the tool that is about to run takes mail: one of our server's, or a shell that runs us. */
export function takesMailIn({ tool_name: tool, tool_input: input }: JsonObject): boolean {
  if (typeof tool !== 'string') return false
  const ours = toolOfOurs(tool)
  const flags = isJsonObject(input) ? input : {}
  if (ours !== null) return takesMail(ours, (flag) => flags[flag] === true)
  return shells.includes(bare(tool)) && lineTakesMail(commandIn(input))
}

function bare(tool: string): string {
  return tool.replaceAll(/[_\s-]/gu, '').toLowerCase()
}

function filesOf(input: Json | undefined): readonly string[] {
  if (typeof input === 'string') return filesOfPatch(input)
  if (!isJsonObject(input)) return []
  const named = fileFields.map((field) => input[field]).filter(isText)
  const patches = patchFields.map((field) => textOf(input[field])).flatMap(filesOfPatch)
  return [...named, ...patches]
}

function filesOfPatch(text: string): readonly string[] {
  return [...text.slice(0, mostRead).matchAll(patchLine)].map((found) => (found[1] ?? '').trim())
}

function commandIn(input: Json | undefined): string {
  if (!isJsonObject(input)) return textOf(input)
  return textOf(input['command']) || textOf(input['cmd'])
}

function filesOfCommand(command: string): readonly string[] {
  const text = command.slice(0, mostRead)
  const patched = filesOfPatch(text)
  if (patched.length > 0 || !writing.test(text)) return patched
  return text.split(/[\s'"`;&|<>()=]+/u).filter((word) => word !== '' && !word.startsWith('-'))
}

function textOf(value: Json | undefined): string {
  if (isText(value)) return value
  return Array.isArray(value) ? (value as readonly Json[]).filter(isText).join('\n') : ''
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}
