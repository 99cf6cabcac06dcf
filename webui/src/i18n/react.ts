/** The words for components: where the library is named once. */
export { Trans, useTranslation } from "react-i18next";
