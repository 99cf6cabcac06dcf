/** How `src/api/generated.ts` is made from the server's own document. Run `npm run codegen`. */
module.exports = {
  schemaFile: "./openapi.json",
  apiFile: "./src/api/empty.ts",
  apiImport: "emptyApi",
  outputFile: "./src/api/generated.ts",
  exportName: "generatedApi",
  flattenArg: true,
  tag: false,
  useUnknown: true,
  encodePathParams: true,
  mergeReadWriteOnly: true,
  hooks: { queries: true, lazyQueries: false, mutations: true },
  // Files travel outside the store: see src/api/download.ts.
  filterEndpoints: (name) => !/download/i.test(name),
};
