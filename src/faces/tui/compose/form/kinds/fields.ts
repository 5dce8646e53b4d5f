import { kinds } from '../../../../../domain/kind.ts'
import { priorities } from '../../../../../domain/priority.ts'
import type { FieldSpec, FormInput } from '../../../model/form.ts'

export const to: FieldSpec = {
  name: 'to',
  label: 'To',
  kind: 'address',
  help: 'an agent, role:NAME, best:ROLE, all, broadcast:SWARM',
  required: 'Enter a recipient: an agent, role:NAME or all.',
}

export const cc: FieldSpec = {
  name: 'cc',
  label: 'Cc',
  kind: 'address',
  help: 'recipients of a copy, who need not answer',
}

export const kind = (usual: string, options: readonly string[] = kinds): FieldSpec => ({
  name: 'kind',
  label: 'Kind',
  kind: 'choice',
  help: usual,
  options: ['', ...options],
})

/** The value of an empty field that follows the message, until that is known. */
export const ofMessage = 'that of the message'

export const priority = (usual: string): FieldSpec => ({
  name: 'priority',
  label: 'Priority',
  kind: 'choice',
  help: usual,
  options: ['', ...priorities],
})

export const subject = (help: string): FieldSpec => ({
  name: 'subject',
  label: 'Subject',
  kind: 'line',
  help,
})

export const body = (label: string, help: string, required?: string): FieldSpec => ({
  name: 'body',
  label,
  kind: 'lines',
  help,
  ...(required === undefined ? {} : { required }),
})

/** Files are named, not copied. */
export const attach: FieldSpec = {
  name: 'attach',
  label: 'Files',
  kind: 'list',
  help: 'paths, one per line',
  completes: 'file',
}

/** Sealed mail is opened by its recipients and the people of the store alone. */
export const seal = (usual: string): FieldSpec => ({
  name: 'seal',
  label: 'Sealed',
  kind: 'choice',
  help: usual,
  options: ['', 'yes'],
  flag: 'yes',
})

export const markdownBody = (input: FormInput) => ({ text: textOf(input, 'body'), markdown: true })

export function textOf(input: FormInput, name: string): string {
  const value = input[name]
  return typeof value === 'string' ? value : ''
}

export function listOf(input: FormInput, name: string): readonly string[] {
  const value = input[name]
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
