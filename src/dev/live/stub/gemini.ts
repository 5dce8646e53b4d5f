import { type Answer, type Body, type ModelInterface, textIn } from './interface.ts'

const wholeOf = (_: Body, answer: Answer) => ({
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: {
        role: 'model',
        parts: [
          'text' in answer
            ? { text: answer.text }
            : { functionCall: { name: answer.tool.name, args: answer.args } },
        ],
      },
    },
  ],
  usageMetadata: {
    promptTokenCount: answer.tokens,
    candidatesTokenCount: 1,
    totalTokenCount: answer.tokens + 1,
  },
})

/** `generateContent` and `streamGenerateContent` of Gemini, which Gemini CLI asks. */
export const gemini: ModelInterface = {
  path: /:(?:generateContent|streamGenerateContent)(?:\?|$)/u,
  turns: (body) =>
    (body.contents ?? []).map(({ role, parts }: Body) => ({
      by: role === 'model' ? 'model' : 'user',
      text: textIn(parts),
    })),
  tools: (body) =>
    (body.tools ?? [])
      .flatMap(({ functionDeclarations = [] }: Body) => functionDeclarations)
      .map(({ name, parameters, parametersJsonSchema }: Body) => ({
        name,
        fields: (parameters ?? parametersJsonSchema)?.properties ?? {},
      })),
  isStreamed: (_, url) => url.includes(':streamGenerateContent'),
  whole: wholeOf,
  stream: (body, answer) => [{ data: wholeOf(body, answer) }],
}
