#include "kine/io/text/xml.h"

#include <gtest/gtest.h>

#include <string>

namespace kine::xml {
namespace {

std::string error_of(std::string_view text) {
  const Result<Element> root = parse(text, "a.xml");
  return root.ok() ? "" : root.error();
}

TEST(Xml, ReadsElementsAttributesAndText) {
  const Result<Element> root = parse(R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE robot [ <!ENTITY big "x"> ]>
<!-- a remark with <tags> in it -->
<robot name='a &amp; b&#65;&#x42;' n:x = "1">
  <joint/> one <![CDATA[<two> &amp;]]> three &lt; &unknown; &
  <joint name="k"></joint >
</robot>
<!-- after -->
)",
                                     "a.xml");
  ASSERT_TRUE(root.ok()) << root.error();
  EXPECT_EQ(root->name, "robot");
  EXPECT_EQ(root->line, 4);
  EXPECT_EQ(*root->attribute("name"), "a & bAB");
  EXPECT_EQ(*root->attribute("n:x"), "1");
  EXPECT_EQ(root->attribute("none"), nullptr);
  ASSERT_EQ(root->children.size(), 2u);
  EXPECT_EQ(root->children[1].line, 6);
  EXPECT_EQ(*root->children[1].attribute("name"), "k");
  EXPECT_EQ(root->child("joint"), &root->children[0]);
  EXPECT_EQ(root->child("link"), nullptr);
  EXPECT_NE(root->text.find("<two> &amp; three < &unknown; &"), std::string::npos) << root->text;
}

TEST(Xml, NamesLineAndColumnOfTheFirstFault) {
  EXPECT_EQ(error_of("<a>\n  <b></a>"), "a.xml:2:9: </a> stands here, but <b> of line 2 is open");
  EXPECT_EQ(error_of("<a><b/>"), "a.xml:1:8: the text ends before <a> of line 1 is closed");
  EXPECT_EQ(error_of("<a x=1/>"), "a.xml:1:6: a quotation mark should stand here");
  EXPECT_EQ(error_of("<a/><b/>"), "a.xml:1:5: the text should end here, after the root element");
  for (const char* bad : {"", "text", "<", "<>", "< a/>", "<a", "<a b>", "<a b='1'c='2'/>", "<a b='<'/>", "<!-- <a/>",
                          "</a>", "<a></b>", "<a><![CDATA[x</a>", "<!DOCTYPE a [", "<a b='1/>", "\xff\xfe<a/>"})
    EXPECT_NE(error_of(bad), "") << bad;
}

TEST(Xml, PassesOverWhatFollowsTheEnd) {
  EXPECT_EQ(error_of(std::string_view("<a/>\n\0\0\n", 8)), "");
  EXPECT_EQ(error_of("\xef\xbb\xbf<a/>"), "");
}

TEST(Xml, RefusesDeepNesting) {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "<a>";
    for (int i = 0; i < depth; ++i) text += "</a>";
    return text;
  };
  EXPECT_EQ(error_of(nested(kMaxDepth)), "");
  EXPECT_NE(error_of(nested(kMaxDepth + 1)).find("deeper than 256"), std::string::npos);
}

TEST(Xml, ExpandsNoEntitiesOfItsOwn) {
  const Result<Element> root =
      parse("<!DOCTYPE a [<!ENTITY x \"lol\"><!ENTITY y \"&x;&x;&x;\">]><a b=\"&y;\">&y;</a>", "a.xml");
  ASSERT_TRUE(root.ok()) << root.error();
  EXPECT_EQ(root->text, "&y;");
  EXPECT_EQ(*root->attribute("b"), "&y;");
}

}  // namespace
}  // namespace kine::xml
